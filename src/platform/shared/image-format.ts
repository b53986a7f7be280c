/** A raster format that browsers show and that is recognized by its first bytes. */
export type ImageFormat = 'png' | 'jpg' | 'webp'

/** The format of a file by its first bytes; null for others, such as SVG, which could contain scripts. */
export function findImageFormat(bytes: Buffer): ImageFormat | null {
  const header = bytes.subarray(0, 12).toString('latin1')
  if (header.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (header.startsWith('\xff\xd8\xff')) return 'jpg'
  return /^RIFF.{4}WEBP$/s.test(header) ? 'webp' : null
}
