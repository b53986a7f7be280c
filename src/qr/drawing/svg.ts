import type { Design } from '../rules/design.ts'
import type { QrSymbol } from './symbol.ts'

/** Half a module of the hole on each side stays empty, so that the logo touches nothing that is read. */
const pad = 0.5

/** The code as an SVG that needs nothing else. Every value in it is ours: numbers, colours that were read, base64. */
export function svgOf(symbol: QrSymbol, design: Design, logo: Buffer | null): Buffer {
  const { size, margin, color, background, isTransparent } = design
  const side = symbol.side + 2 * margin
  const ground = isTransparent ? '' : `<path fill="${background}" d="M0 0h${side}v${side}H0z"/>`
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}">`,
    `<g shape-rendering="crispEdges">${ground}<path fill="${color}" d="${runsOf(symbol, margin)}"/></g>`,
    logo && imageOf(symbol, margin, logo),
    '</svg>\n',
  ]
  return Buffer.from(parts.filter((part) => part !== null).join(''))
}

/** Neighbours in a row are one run, which is a third of the path that modules by themselves would be. */
function runsOf({ side, isDark }: QrSymbol, margin: number): string {
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

function imageOf({ hole }: QrSymbol, margin: number, logo: Buffer): string | null {
  if (!hole) return null
  const [at, side] = [hole.start + margin + pad, hole.side - 2 * pad]
  const href = `data:image/png;base64,${logo.toString('base64')}`
  return `<image x="${at}" y="${at}" width="${side}" height="${side}" href="${href}"/>`
}
