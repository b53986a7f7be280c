import readCode from 'jsqr'
import sharp from 'sharp'

/** jsQR is a CommonJS module whose one export is called `default`. */
const read = readCode as unknown as typeof readCode.default

/** How wide the picture is to the camera, in pixels: people move their phone until it reads. */
const distances = [280, 420, 640]

/** What a reader finds in a picture laid upon white: its text, or null. Inverted codes it does not look for. */
export async function decoded(picture: Buffer): Promise<string | null> {
  const { width = 0 } = await sharp(picture).metadata()
  for (const distance of distances) {
    const times = Math.ceil(distance / width)
    const whole = await sharp(picture)
      .flatten({ background: '#ffffff' })
      .resize(width * times, width * times, { kernel: 'nearest' })
      .png()
      .toBuffer()
    const { data, info } = await sharp(whole)
      .resize(distance, distance)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const found = read(new Uint8ClampedArray(data), info.width, info.height, { inversionAttempts: 'dontInvert' })
    if (found) return found.data
  }
  return null
}
