import type { Design, QrGradient } from '../qr-design.ts'
import { buildDotsPath, buildEyesPath, buildSquarePath } from './module-paths.ts'
import type { QrSymbol } from './qr-symbol.ts'

/** A part of a code in one colour or gradient. */
export interface QrLayer {
  /** Data of an SVG path in modules, without the quiet zone. */
  readonly path: string
  readonly fill: string | QrGradient
}

/** Whether all modules are squares of one colour, which whole pixels show best. */
export function hasSquaresOnly({ dots, eyes, eyeColor, gradient }: Design): boolean {
  return dots === 'square' && eyes === 'square' && eyeColor === null && gradient === null
}

/** What is drawn on the background, in this order. */
export function buildLayers(symbol: QrSymbol, design: Design): readonly QrLayer[] {
  const { dots, eyes, color, eyeColor, gradient } = design
  const fill = gradient ?? color
  if (hasSquaresOnly(design)) return [{ path: buildSquarePath(symbol), fill }]
  const [body, corners] = [buildDotsPath(symbol, dots), buildEyesPath(symbol, eyes)]
  if (eyeColor === null) return [{ path: body + corners, fill }]
  return [
    { path: body, fill },
    { path: corners, fill: eyeColor },
  ]
}

/** Where a gradient begins and ends, in modules: a line for a linear one, else a centre and a radius. */
export function placeGradient({ angle }: QrGradient, side: number) {
  const [x, y] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  // The line is as long as the square is wide in its direction.
  const reach = (Math.abs(x) + Math.abs(y)) * (side / 2)
  const middle = side / 2
  const at = (factor: number) => ({ x: middle + factor * x * reach, y: middle + factor * y * reach })
  return { start: at(-1), end: at(1), middle, radius: middle * Math.SQRT2 }
}

/** In modules: the empty border between the logo and the code. */
const holePadding = 0.5

/** The square of the logo in modules, without the quiet zone. */
export function placeLogo({ hole }: QrSymbol): { readonly start: number; readonly side: number } | null {
  return hole && { start: hole.start + holePadding, side: hole.side - 2 * holePadding }
}

/** Draws the code as a self-contained SVG. All its values are numbers, validated colours or base64. */
export function renderSvg(symbol: QrSymbol, design: Design, logo: Buffer | null, size = `${design.size}`): Buffer {
  const { margin, background, isTransparent } = design
  const side = symbol.side + 2 * margin
  const backgroundMarkup = isTransparent ? '' : `<path fill="${background}" d="M0 0h${side}v${side}H0z"/>`
  const layers = buildLayers(symbol, design)
  const gradients = layers.flatMap(({ fill }) => (typeof fill === 'string' ? [] : [renderGradient(fill, symbol.side)]))
  const paths = layers.map(({ path, fill }) => {
    const paint = typeof fill === 'string' ? fill : `url(#${gradientId})`
    return `<path fill="${paint}" transform="translate(${margin} ${margin})" d="${path}"/>`
  })
  const rendering = hasSquaresOnly(design) ? ' shape-rendering="crispEdges"' : ''
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}">`,
    gradients.length > 0 && `<defs>${gradients.join('')}</defs>`,
    `<g${rendering}>${backgroundMarkup}${paths.join('')}</g>`,
    logo && renderLogo(symbol, margin, logo),
    '</svg>\n',
  ]
  return Buffer.from(parts.filter((part) => typeof part === 'string').join(''))
}

const gradientId = 'gradient'

function renderGradient(gradient: QrGradient, side: number): string {
  const { start, end, middle, radius } = placeGradient(gradient, side)
  const stops = gradient.stops.map(({ offset, color }) => `<stop offset="${offset}%" stop-color="${color}"/>`).join('')
  const common = `id="${gradientId}" gradientUnits="userSpaceOnUse"`
  return gradient.kind === 'radial'
    ? `<radialGradient ${common} cx="${middle}" cy="${middle}" r="${radius}">${stops}</radialGradient>`
    : `<linearGradient ${common} x1="${start.x}" y1="${start.y}" x2="${end.x}" y2="${end.y}">${stops}</linearGradient>`
}

function renderLogo(symbol: QrSymbol, margin: number, logo: Buffer): string | null {
  const place = placeLogo(symbol)
  if (!place) return null
  const offset = place.start + margin
  const href = `data:image/png;base64,${logo.toString('base64')}`
  // Drawing programs read the older attribute only.
  return `<image xmlns:xlink="http://www.w3.org/1999/xlink" x="${offset}" y="${offset}" width="${place.side}" height="${place.side}" href="${href}" xlink:href="${href}"/>`
}
