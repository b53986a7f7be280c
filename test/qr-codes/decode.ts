import readCode from 'jsqr'
import sharp from 'sharp'

/** jsQR is a CommonJS module with the export `default`. */
const readQrCode = readCode as unknown as typeof readCode.default

/** Widths to try in pixels, as if a phone moved closer. */
const widths = [280, 420, 640]

/**
 * The text of the QR code in an image on white, or null. Does not recognise inverted codes. The image is made grey by its
 * luminance: jsQR weighs the encoded colours instead, and then green on pink, for example, has no contrast left. The
 * grey of a phone's camera has, and its exposure spreads it from black to white.
 */
export async function decoded(image: Buffer): Promise<string | null> {
  const { width = 0 } = await sharp(image).metadata()
  for (const targetWidth of widths) {
    const scale = Math.ceil(targetWidth / width)
    const enlarged = await sharp(image)
      .flatten({ background: '#ffffff' })
      .resize(width * scale, width * scale, { kernel: 'nearest' })
      .grayscale()
      .normalise()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { data, info } = await sharp(enlarged.data, { raw: enlarged.info })
      .resize(targetWidth, targetWidth)
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const code = readQrCode(new Uint8ClampedArray(data), info.width, info.height, { inversionAttempts: 'dontInvert' })
    if (code) return code.data
  }
  return null
}
