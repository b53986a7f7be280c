import { findImageFormat, type ImageFormat } from '../../../../platform/shared/image-format.ts'

/** Larger icons are not kept. */
export const maxIconBytes = 32 * 1024

const mediaTypes: Readonly<Record<IconFormat, string>> = {
  png: 'image/png',
  ico: 'image/x-icon',
  webp: 'image/webp',
  jpg: 'image/jpeg',
}

export type IconFormat = ImageFormat | 'ico'

/** The format by the first bytes; null for others, such as SVG, which could contain scripts. */
export function findIconFormat(bytes: Buffer): IconFormat | null {
  // The header of an ICO file with at least one image.
  const isIco = bytes.subarray(0, 4).equals(Buffer.from([0, 0, 1, 0])) && (bytes[4] ?? 0) > 0
  return isIco ? 'ico' : findImageFormat(bytes)
}

/** The media type of a file such as `3f...e1.png`. */
export function mediaTypeOf(file: string): string | undefined {
  return mediaTypes[file.split('.').at(-1) as IconFormat]
}
