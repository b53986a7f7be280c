import { create } from 'qrcode'
import type { Level } from '../rules/design.ts'

/** A square of modules, in the middle of a code. */
export interface Hole {
  /** Its first row and column. */
  readonly start: number
  readonly side: number
}

/** A QR code as a square of modules, dark or light, with a hole where a logo goes. */
export interface QrSymbol {
  readonly side: number
  readonly hole: Hole | null
  isDark(row: number, column: number): boolean
}

/** A logo may take so much of the side: 9 hundredths of the area, far less than level Q makes up for. */
const holeShare = 0.3

/** Encodes a text. */
export function symbolOf(text: string, level: Level, hasLogo: boolean): QrSymbol {
  const { size: side, data } = create(text, { errorCorrectionLevel: level }).modules
  const hole = hasLogo ? holeIn(side) : null
  const isInHole = (at: number) => hole !== null && at >= hole.start && at < hole.start + hole.side
  return {
    side,
    hole,
    isDark: (row, column) => data[row * side + column] === 1 && !(isInHole(row) && isInHole(column)),
  }
}

/** The side of a code is odd, and so is that of a hole in its very middle. */
function holeIn(side: number): Hole {
  const most = Math.floor(side * holeShare)
  const own = most % 2 === 1 ? most : most - 1
  return { start: (side - own) / 2, side: own }
}
