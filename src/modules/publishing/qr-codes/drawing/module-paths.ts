import type { QrDots, QrEyes } from '../qr-design.ts'
import { eyeSide, type QrSymbol } from './qr-symbol.ts'

/**
 * What is drawn of a code, as data of SVG paths in modules, without the quiet zone. Dots touch each
 * other, because some readers do not find dots with gaps between them (docs/decisions/qr.md).
 */

/** All dark modules as squares, eyes included. Adjacent ones of a row are merged, which cuts the path to a third. */
export function buildSquarePath(symbol: QrSymbol, isDrawn = symbol.isDark): string {
  let path = ''
  for (let row = 0; row < symbol.side; row++) {
    for (let start = 0; start < symbol.side; start++) {
      if (!isDrawn(row, start)) continue
      let end = start + 1
      while (isDrawn(row, end)) end++
      path += `M${start} ${row}h${end - start}v1H${start}z`
      start = end
    }
  }
  return path
}

/** The dark modules between the eyes. */
export function buildDotsPath(symbol: QrSymbol, dots: QrDots): string {
  const isDot = (row: number, column: number) => symbol.isDark(row, column) && !symbol.isEye(row, column)
  if (dots === 'square') return buildSquarePath(symbol, isDot)
  const cells = Array.from(
    { length: symbol.side ** 2 },
    (_, n) => [Math.floor(n / symbol.side), n % symbol.side] as const,
  )
  const draw = { rounded: roundedModule, dots: dotModule, bars: barModule }[dots]
  return cells.map(([row, column]) => (isDot(row, column) ? draw(row, column, isDot) : '')).join('')
}

type IsDot = (row: number, column: number) => boolean

/** A square whose free corners are rounded, so that neighbours run together. */
function roundedModule(row: number, column: number, isDot: IsDot): string {
  const [top, right] = [isDot(row - 1, column), isDot(row, column + 1)]
  const [bottom, left] = [isDot(row + 1, column), isDot(row, column - 1)]
  const corner = (isSquare: boolean, line: string, arc: string) => (isSquare ? line : `a.5.5 0 0 1 ${arc}`)
  return (
    `M${column} ${row + 0.5}` +
    corner(top || left, 'v-.5h.5', '.5-.5') +
    corner(top || right, 'h.5v.5', '.5 .5') +
    corner(bottom || right, 'v.5h-.5', '-.5 .5') +
    `${corner(bottom || left, 'h-.5v-.5', '-.5-.5')}z`
  )
}

function dotModule(row: number, column: number): string {
  return circle(column + 0.5, row + 0.5, 0.5)
}

/** A column of modules as one bar with round ends. Its first module draws it. */
function barModule(row: number, column: number, isDot: IsDot): string {
  if (isDot(row - 1, column)) return ''
  let end = row + 1
  while (isDot(end, column)) end++
  const length = end - row - 1
  return `M${column + 0.1} ${row + 0.5}a.4.5 0 0 1.8 0v${length}a.4.5 0 0 1-.8 0z`
}

/** The three eyes, each a ring and what it encloses. Paths within a ring run the other way round, so that they are holes. */
export function buildEyesPath({ side }: QrSymbol, eyes: QrEyes): string {
  const far = side - eyeSide
  return [
    [0, 0],
    [far, 0],
    [0, far],
  ]
    .map(([x = 0, y = 0]) => {
      const [middleX, middleY] = [x + eyeSide / 2, y + eyeSide / 2]
      if (eyes === 'circle')
        return circle(middleX, middleY, 3.5) + circle(middleX, middleY, 2.5, 0) + circle(middleX, middleY, 1.5)
      const [outer, inner, core] = eyes === 'square' ? [0, 0, 0] : [2, 1.25, 0.75]
      return (
        roundedSquare(x, y, 7, outer) + roundedSquare(x + 1, y + 1, 5, inner, 0) + roundedSquare(x + 2, y + 2, 3, core)
      )
    })
    .join('')
}

/** `sweep` is 1 for clockwise. */
function circle(x: number, y: number, radius: number, sweep = 1): string {
  const half = `a${radius} ${radius} 0 1 ${sweep}`
  return `M${x - radius} ${y}${half} ${2 * radius} 0${half} ${-2 * radius} 0z`
}

function roundedSquare(x: number, y: number, side: number, radius: number, sweep = 1): string {
  const straight = side - 2 * radius
  const arc = (dx: number, dy: number) => (radius === 0 ? '' : `a${radius} ${radius} 0 0 ${sweep} ${dx} ${dy}`)
  const [r, s] = [radius, straight]
  return sweep === 1
    ? `M${x + r} ${y}h${s}${arc(r, r)}v${s}${arc(-r, r)}h${-s}${arc(-r, -r)}v${-s}${arc(r, -r)}z`
    : `M${x + r} ${y}${arc(-r, r)}v${s}${arc(r, r)}h${s}${arc(r, -r)}v${-s}${arc(-r, -r)}z`
}
