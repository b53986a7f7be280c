import { create } from 'qrcode'
import { type Design, type ErrorCorrectionLevel, getErrorCorrectionLevel } from '../qr-design.ts'

/** The empty square in the centre of a code, in modules. */
interface LogoHole {
  /** First row and column. */
  readonly start: number
  readonly side: number
}

/** The modules of a QR code, with a hole for a logo. */
export interface QrSymbol {
  readonly side: number
  readonly hole: LogoHole | null
  /** False outside the code too. */
  isDark(row: number, column: number): boolean
  /** Whether a module belongs to one of the three eyes, which readers look for first. */
  isEye(row: number, column: number): boolean
}

/** The side of an eye in modules: a ring around a square of three. */
export const eyeSide = 7

/** The code of a design, with a hole if a logo is drawn. */
export function encodeDesign(text: string, design: Design, hasLogo: boolean): QrSymbol {
  return encodeSymbol(text, getErrorCorrectionLevel(design, hasLogo), hasLogo ? design.logoShare : null)
}

/** `logoShare` is the part of the area that a logo covers at most, in per cent; null for no logo. */
export function encodeSymbol(text: string, level: ErrorCorrectionLevel, logoShare: number | null): QrSymbol {
  const { size: side, data } = create(text, { errorCorrectionLevel: level }).modules
  const hole = logoShare === null ? null : computeHole(side, logoShare)
  const isInHole = (index: number) => hole !== null && index >= hole.start && index < hole.start + hole.side
  const isWithin = (index: number) => index >= 0 && index < side
  return {
    side,
    hole,
    isDark: (row, column) =>
      isWithin(row) && isWithin(column) && data[row * side + column] === 1 && !(isInHole(row) && isInHole(column)),
    isEye: (row, column) =>
      (row < eyeSide && (column < eyeSide || column >= side - eyeSide)) || (row >= side - eyeSide && column < eyeSide),
  }
}

/** The side of a code is odd, so a centred hole needs an odd side too. */
function computeHole(side: number, logoShare: number): LogoHole {
  const maxSide = Math.floor(side * Math.sqrt(logoShare / 100))
  const oddSide = maxSide % 2 === 1 ? maxSide : maxSide - 1
  return { start: (side - oddSide) / 2, side: oddSide }
}
