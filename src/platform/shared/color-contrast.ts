/** The contrast ratio of two colours `#rrggbb` (WCAG 2.2), from 1 to 21, and whether the first is darker. */
export function computeContrast(color: string, background: string): { ratio: number; isDarkOnLight: boolean } {
  const [colorLuminance, backgroundLuminance] = [computeLuminance(color), computeLuminance(background)]
  const [dark, light] =
    colorLuminance < backgroundLuminance ? [colorLuminance, backgroundLuminance] : [backgroundLuminance, colorLuminance]
  return { ratio: (light + 0.05) / (dark + 0.05), isDarkOnLight: colorLuminance < backgroundLuminance }
}

/** Red, green and blue, each 0 to 255. */
export function parseColorChannels(color: string): readonly [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function computeLuminance(color: string): number {
  const [r, g, b] = parseColorChannels(color).map((channel) => {
    const ratio = channel / 255
    return ratio <= 0.04045 ? ratio / 12.92 : ((ratio + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
