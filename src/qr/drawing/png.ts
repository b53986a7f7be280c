import sharp from 'sharp'
import { InvalidParams } from '../../base/failures.ts'
import { channelsOf } from '../rules/contrast.ts'
import type { Design } from '../rules/design.ts'
import type { QrSymbol } from './symbol.ts'

/**
 * The code as a PNG of exactly the size asked for. Every module is as many whole pixels wide as every other, and what is
 * left over goes to the quiet zone. Throws `InvalidParams` where a module would be less than a pixel.
 */
export async function pngOf(symbol: QrSymbol, design: Design, logo: Buffer | null): Promise<Buffer> {
  const { size, margin, isTransparent } = design
  const least = symbol.side + 2 * margin
  const scale = Math.floor(size / least)
  if (scale < 1) throw InvalidParams.of('size', `must be at least ${least} for this code with this level and margin`)
  const left = Math.floor((size - symbol.side * scale) / 2)
  const right = size - symbol.side * scale - left
  const [r, g, b] = channelsOf(design.background)
  const background = { r, g, b, alpha: isTransparent ? 0 : 1 }
  const inner = symbol.side * scale
  const picture = sharp(modulesOf(symbol, design), { raw: { width: symbol.side, height: symbol.side, channels: 4 } })
    .resize(inner, inner, { kernel: 'nearest' })
    .extend({ top: left, bottom: right, left, right, background })
  if (logo && symbol.hole) {
    // Half a module on each side stays empty, as in the SVG.
    const at = left + symbol.hole.start * scale + Math.ceil(scale / 2)
    const side = Math.max(1, symbol.hole.side * scale - 2 * Math.ceil(scale / 2))
    const input = await sharp(logo).resize(side, side, { fit: 'contain', background: '#0000' }).png().toBuffer()
    picture.composite([{ input, left: at, top: at }])
  }
  return (isTransparent ? picture : picture.removeAlpha()).png({ compressionLevel: 9 }).toBuffer()
}

/** One pixel for each module, in red, green, blue and opacity. */
function modulesOf({ side, isDark }: QrSymbol, { color, background, isTransparent }: Design): Buffer {
  const dark = [...channelsOf(color), 255]
  const light = [...channelsOf(background), isTransparent ? 0 : 255]
  const pixels = Buffer.alloc(side * side * 4)
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      pixels.set(isDark(row, column) ? dark : light, (row * side + column) * 4)
    }
  }
  return pixels
}
