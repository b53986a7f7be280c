/** Larger icons are not kept. */
export const maxIconBytes = 32 * 1024

const mediaTypes = { png: 'image/png', ico: 'image/x-icon', webp: 'image/webp', jpg: 'image/jpeg' } as const

export type IconFormat = keyof typeof mediaTypes

/** The format by the first bytes; undefined for others, such as SVG, which could contain scripts. */
export function findIconFormat(bytes: Buffer): IconFormat | undefined {
  const header = bytes.subarray(0, 12).toString('latin1')
  if (header.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (header.startsWith('\xff\xd8\xff')) return 'jpg'
  if (/^RIFF.{4}WEBP$/s.test(header)) return 'webp'
  // At least one image.
  const isIcon = bytes.subarray(0, 4).equals(Buffer.from([0, 0, 1, 0])) && (bytes[4] ?? 0) > 0
  return isIcon ? 'ico' : undefined
}

/** The media type of a file such as `3f...e1.png`. */
export function mediaTypeOf(file: string): string | undefined {
  return mediaTypes[file.split('.').at(-1) as IconFormat]
}
