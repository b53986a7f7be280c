import { InvalidParams } from '../../base/failures.ts'
import { contrastOf } from './contrast.ts'

/** How much of a code may be unreadable and it still reads: 7, 15, 25 and 30 hundredths (ISO/IEC 18004). */
export const levels = ['L', 'M', 'Q', 'H'] as const
export type Level = (typeof levels)[number]

export const bounds = { size: { min: 64, max: 2048 }, margin: { min: 0, max: 10 } } as const

/** How a code is drawn. */
export interface Design {
  /** Width and height of the whole picture in pixels. */
  readonly size: number
  /** Width of the quiet zone in modules, the squares a code is made of. */
  readonly margin: number
  readonly level: Level
  /** Of the dark modules, as `#rrggbb`. */
  readonly color: string
  /** Of the light modules and the quiet zone, as `#rrggbb`. */
  readonly background: string
  /** Leaves the background to whatever the picture is laid upon. */
  readonly isTransparent: boolean
}

/** What somebody wishes of a design: null stands for the default, absence for what it was. */
export type DesignWish = { readonly [K in keyof Design]?: Design[K] | null | undefined }

/** The quiet zone is the four modules of ISO/IEC 18004: with less, many readers find no code. */
export const plainDesign: Design = {
  size: 512,
  margin: 4,
  level: 'M',
  color: '#000000',
  background: '#ffffff',
  isTransparent: false,
}

/** Readers tell dark from light, and lose a code below this (WCAG's measure of contrast). */
const leastContrast = 3

/** Text that is a colour: six hexadecimal digits, with or without the sign that a query would have to escape. */
export const colorForm = /^#?[0-9a-f]{6}$/i

/**
 * What was chosen of a design once a wish has been added to it. Throws `InvalidParams` where the colours could not be
 * read: too alike, or light on dark, which many readers do not take for a code.
 */
export function chosenOf(chosen: Partial<Design>, wish: DesignWish): Partial<Design> {
  const named = Object.keys(plainDesign).flatMap((name): [string, unknown][] => {
    const wished = wish[name as keyof Design]
    if (wished === null) return []
    const value = wished === undefined ? chosen[name as keyof Design] : wished
    return value === undefined ? [] : [[name, /color|background/.test(name) ? colorOf(String(value)) : value]]
  })
  const after = Object.fromEntries(named) as Partial<Design>
  refuseUnreadable({ ...plainDesign, ...after })
  return after
}

/** A code that wears a logo has lost what is under it, and needs a level that can make up for that. */
export function levelWith({ level }: Pick<Design, 'level'>, hasLogo: boolean): Level {
  return hasLogo && (level === 'L' || level === 'M') ? 'Q' : level
}

function refuseUnreadable({ color, background, isTransparent }: Design): void {
  // What a transparent code is laid upon is not known; it has to be something light.
  const { ratio, isDarkOnLight } = contrastOf(color, isTransparent ? plainDesign.background : background)
  const fields = isTransparent ? ['color'] : ['color', 'background']
  const refuse = (issue: string) => new InvalidParams(fields.map((field) => ({ field, issue })))
  if (ratio < leastContrast) {
    throw refuse(`must be in a contrast of at least ${leastContrast}:1; it is ${ratio.toFixed(2)}:1`)
  }
  if (!isDarkOnLight) throw refuse('must be dark on light: many readers find no code that is light on dark')
}

function colorOf(text: string): string {
  return `#${text.replace('#', '').toLowerCase()}`
}
