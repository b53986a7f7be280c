import sharp, { type Sharp } from 'sharp'
import { parseColorChannels } from '../../../../platform/shared/color-contrast.ts'
import { defineIssue } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import type { Design } from '../qr-design.ts'
import { hasSquaresOnly, renderSvg } from './qr-drawing.ts'
import type { QrSymbol } from './qr-symbol.ts'

const imageTooSmall = defineIssue('IMAGE_TOO_SMALL', 'must be at least {min} for this code with this level and margin')

/**
 * Draws the code as a PNG of exactly the requested size. All modules have the same whole number of pixels; the remaining
 * pixels widen the quiet zone. `dpi` is the resolution in print. Throws `InvalidParams` if a module would be smaller than a pixel.
 */
export async function renderPng(symbol: QrSymbol, design: Design, logo: Buffer | null, dpi?: number): Promise<Buffer> {
  const { size, margin, isTransparent } = design
  const minSize = symbol.side + 2 * margin
  const scale = Math.floor(size / minSize)
  if (scale < 1) throw InvalidParams.forField('size', imageTooSmall({ min: minSize }))
  // Shapes have no whole pixels: their edges are smoothed.
  if (!hasSquaresOnly(design)) return toPng(sharp(renderSvg(symbol, design, logo)), design, dpi)
  const left = Math.floor((size - symbol.side * scale) / 2)
  const right = size - symbol.side * scale - left
  const [r, g, b] = parseColorChannels(design.background)
  const background = { r, g, b, alpha: isTransparent ? 0 : 1 }
  const innerSize = symbol.side * scale
  const image = sharp(drawModules(symbol, design), { raw: { width: symbol.side, height: symbol.side, channels: 4 } })
    .resize(innerSize, innerSize, { kernel: 'nearest' })
    .extend({ top: left, bottom: right, left, right, background })
  if (logo && symbol.hole) {
    // Keeps the padding of the hole in whole pixels.
    const offset = left + symbol.hole.start * scale + Math.ceil(scale / 2)
    const side = Math.max(1, symbol.hole.side * scale - 2 * Math.ceil(scale / 2))
    const input = await sharp(logo).resize(side, side, { fit: 'contain', background: '#0000' }).png().toBuffer()
    image.composite([{ input, left: offset, top: offset }])
  }
  return toPng(image, design, dpi)
}

/** `dpi` is written into the file, for programs that place it. */
function toPng(image: Sharp, { isTransparent }: Design, dpi: number | undefined): Promise<Buffer> {
  const opaque = isTransparent ? image : image.removeAlpha()
  const placed = dpi === undefined ? opaque : opaque.withMetadata({ density: dpi })
  return placed.png({ compressionLevel: 9 }).toBuffer()
}

/** Raw RGBA, one pixel per module. */
function drawModules({ side, isDark }: QrSymbol, { color, background, isTransparent }: Design): Buffer {
  const dark = [...parseColorChannels(color), 255]
  const light = [...parseColorChannels(background), isTransparent ? 0 : 255]
  const pixels = Buffer.alloc(side * side * 4)
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      pixels.set(isDark(row, column) ? dark : light, (row * side + column) * 4)
    }
  }
  return pixels
}
