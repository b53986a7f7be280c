import { create } from 'qrcode'
import sharp from 'sharp'
import { parseColorChannels } from '../../../platform/shared/color-contrast.ts'
import { defineIssue } from '../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import type { Design, ErrorCorrectionLevel } from './qr-design.ts'

/** The empty square in the centre of a code, in modules. */
interface LogoHole {
  /** First row and column. */
  readonly start: number
  readonly side: number
}

/** The modules of a QR code, with a hole for a logo. */
interface QrSymbol {
  readonly side: number
  readonly hole: LogoHole | null
  isDark(row: number, column: number): boolean
}

/** Largest side of a hole relative to the code: 9 per cent of the area, far below the 25 per cent of level Q. */
const maxHoleRatio = 0.3

export function encodeSymbol(text: string, level: ErrorCorrectionLevel, hasLogo: boolean): QrSymbol {
  const { size: side, data } = create(text, { errorCorrectionLevel: level }).modules
  const hole = hasLogo ? computeHole(side) : null
  const isInHole = (index: number) => hole !== null && index >= hole.start && index < hole.start + hole.side
  return {
    side,
    hole,
    isDark: (row, column) => data[row * side + column] === 1 && !(isInHole(row) && isInHole(column)),
  }
}

/** The side of a code is odd, so a centred hole needs an odd side too. */
function computeHole(side: number): LogoHole {
  const maxSide = Math.floor(side * maxHoleRatio)
  const oddSide = maxSide % 2 === 1 ? maxSide : maxSide - 1
  return { start: (side - oddSide) / 2, side: oddSide }
}

/** In modules: the empty border between the logo and the code. */
const holePadding = 0.5

/** Draws the code as a self-contained SVG. All its values are numbers, validated colours or base64. */
export function renderSvg(symbol: QrSymbol, design: Design, logo: Buffer | null): Buffer {
  const { size, margin, color, background, isTransparent } = design
  const side = symbol.side + 2 * margin
  const backgroundMarkup = isTransparent ? '' : `<path fill="${background}" d="M0 0h${side}v${side}H0z"/>`
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}">`,
    `<g shape-rendering="crispEdges">${backgroundMarkup}<path fill="${color}" d="${buildModulePath(symbol, margin)}"/></g>`,
    logo && renderLogo(symbol, margin, logo),
    '</svg>\n',
  ]
  return Buffer.from(parts.filter((part) => part !== null).join(''))
}

/** Merges adjacent modules of a row, which cuts the path to a third. */
function buildModulePath({ side, isDark }: QrSymbol, margin: number): string {
  let path = ''
  for (let row = 0; row < side; row++) {
    for (let start = 0; start < side; start++) {
      if (!isDark(row, start)) continue
      let end = start + 1
      while (end < side && isDark(row, end)) end++
      path += `M${start + margin} ${row + margin}h${end - start}v1H${start + margin}z`
      start = end
    }
  }
  return path
}

function renderLogo({ hole }: QrSymbol, margin: number, logo: Buffer): string | null {
  if (!hole) return null
  const [offset, side] = [hole.start + margin + holePadding, hole.side - 2 * holePadding]
  const href = `data:image/png;base64,${logo.toString('base64')}`
  // Drawing programs read the older attribute only.
  return `<image xmlns:xlink="http://www.w3.org/1999/xlink" x="${offset}" y="${offset}" width="${side}" height="${side}" href="${href}" xlink:href="${href}"/>`
}

const imageTooSmall = defineIssue('IMAGE_TOO_SMALL', 'must be at least {min} for this code with this level and margin')

/**
 * Draws the code as a PNG of exactly the requested size. All modules have the same whole number of pixels; the remaining
 * pixels widen the quiet zone. Throws `InvalidParams` if a module would be smaller than a pixel.
 */
export async function renderPng(symbol: QrSymbol, design: Design, logo: Buffer | null): Promise<Buffer> {
  const { size, margin, isTransparent } = design
  const minSize = symbol.side + 2 * margin
  const scale = Math.floor(size / minSize)
  if (scale < 1) throw InvalidParams.forField('size', imageTooSmall({ min: minSize }))
  const left = Math.floor((size - symbol.side * scale) / 2)
  const right = size - symbol.side * scale - left
  const [r, g, b] = parseColorChannels(design.background)
  const background = { r, g, b, alpha: isTransparent ? 0 : 1 }
  const innerSize = symbol.side * scale
  const image = sharp(drawModules(symbol, design), { raw: { width: symbol.side, height: symbol.side, channels: 4 } })
    .resize(innerSize, innerSize, { kernel: 'nearest' })
    .extend({ top: left, bottom: right, left, right, background })
  if (logo && symbol.hole) {
    // Keeps `holePadding` in whole pixels.
    const offset = left + symbol.hole.start * scale + Math.ceil(scale / 2)
    const side = Math.max(1, symbol.hole.side * scale - 2 * Math.ceil(scale / 2))
    const input = await sharp(logo).resize(side, side, { fit: 'contain', background: '#0000' }).png().toBuffer()
    image.composite([{ input, left: offset, top: offset }])
  }
  return (isTransparent ? image : image.removeAlpha()).png({ compressionLevel: 9 }).toBuffer()
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
