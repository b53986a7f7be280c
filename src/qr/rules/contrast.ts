/** The contrast of two colours `#rrggbb` (WCAG 2.2), from 1 to 21, and whether the first is the darker one. */
export function contrastOf(color: string, background: string): { ratio: number; isDarkOnLight: boolean } {
  const [ink, paper] = [luminanceOf(color), luminanceOf(background)]
  const [dark, light] = ink < paper ? [ink, paper] : [paper, ink]
  return { ratio: (light + 0.05) / (dark + 0.05), isDarkOnLight: ink < paper }
}

/** Red, green and blue, each 0 to 255. */
export function channelsOf(color: string): readonly [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function luminanceOf(color: string): number {
  const [r, g, b] = channelsOf(color).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
