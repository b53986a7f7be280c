import type { ErrorCorrectionLevel, QrDots, QrEyes } from '../../graph/types.ts'

/** What can be chosen about the picture of a QR code. Colours are `#rrggbb`. */
export interface QrDesign {
  readonly color: string
  readonly background: string
  readonly isTransparent: boolean
  readonly level: ErrorCorrectionLevel
  /** Width of the quiet zone in squares of the code, 0 to 10. */
  readonly margin: number
  readonly dots: QrDots
  readonly eyes: QrEyes
  /** Null for the colour of the squares. */
  readonly eyeColor: string | null
  /** How much a logo covers at most, 4 to 20, in per cent. */
  readonly logoShare: number
}

export const plainDesign: QrDesign = {
  color: '#000000',
  background: '#ffffff',
  isTransparent: false,
  level: 'M',
  margin: 4,
  dots: 'SQUARE',
  eyes: 'SQUARE',
  eyeColor: null,
  logoShare: 9,
}

export const dots = ['SQUARE', 'ROUNDED', 'DOTS', 'BARS'] as const satisfies readonly QrDots[]

export const eyes = ['SQUARE', 'ROUNDED', 'CIRCLE'] as const satisfies readonly QrEyes[]

export const logoShares = { min: 4, max: 20 } as const

export const levels = ['L', 'M', 'Q', 'H'] as const satisfies readonly ErrorCorrectionLevel[]

export const maxMargin = 10

/** Many readers find no code with a narrower quiet zone (ISO/IEC 18004). */
const safeMargin = 4

/** What the service requires: most readers fail with less. */
const minContrast = 4

/** Whether cameras can read a design, and the one thing to mend first. */
export type Readability =
  | { readonly verdict: 'unreadable'; readonly reason: 'noColor' | 'inverted' | 'contrast'; readonly ratio: number }
  | { readonly verdict: 'onLight'; readonly reason: 'transparent' | 'margin'; readonly ratio: number }
  | { readonly verdict: 'good'; readonly ratio: number }

/** Checks a design as the service does, before it is asked. A transparent one is measured against white. */
export function checkReadability({ color, eyeColor, background, isTransparent, margin }: QrDesign): Readability {
  const ground = isTransparent ? plainDesign.background : background
  const inks = [color, eyeColor ?? color]
  if (![...inks, ground].every(isColor)) return { verdict: 'unreadable', reason: 'noColor', ratio: 0 }
  const [dark, light] = [Math.max(...inks.map(luminance)), luminance(ground)]
  const ratio = (Math.max(dark, light) + 0.05) / (Math.min(dark, light) + 0.05)
  if (ratio < minContrast) return { verdict: 'unreadable', reason: 'contrast', ratio }
  if (dark > light) return { verdict: 'unreadable', reason: 'inverted', ratio }
  if (isTransparent) return { verdict: 'onLight', reason: 'transparent', ratio }
  if (margin < safeMargin) return { verdict: 'onLight', reason: 'margin', ratio }
  return { verdict: 'good', ratio }
}

function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** Relative luminance of WCAG, 0 for black and 1 for white. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
