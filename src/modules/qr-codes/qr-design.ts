import { InvalidParams } from '../../platform/shared/general.errors.ts'

/** How much of a code may be unreadable and it still reads: 7, 15, 25 and 30 hundredths (ISO/IEC 18004). */
export const errorCorrectionLevels = ['L', 'M', 'Q', 'H'] as const
export type ErrorCorrectionLevel = (typeof errorCorrectionLevels)[number]

export const designBounds = { size: { min: 64, max: 2048 }, margin: { min: 0, max: 10 } } as const

/** How a code is drawn. */
export interface Design {
  /** Width and height of the whole picture in pixels. */
  readonly size: number
  /** Width of the quiet zone in modules, the squares a code is made of. */
  readonly margin: number
  readonly level: ErrorCorrectionLevel
  /** Of the dark modules, as `#rrggbb`. */
  readonly color: string
  /** Of the light modules and the quiet zone, as `#rrggbb`. */
  readonly background: string
  /** Leaves the background to whatever the picture is laid upon. */
  readonly isTransparent: boolean
}

/** What somebody wishes of a design: null stands for the default, absence for what it was. */
export type DesignOptions = { readonly [K in keyof Design]?: Design[K] | null | undefined }

/** The quiet zone is the four modules of ISO/IEC 18004: with less, many readers find no code. */
export const defaultDesign: Design = {
  size: 512,
  margin: 4,
  level: 'M',
  color: '#000000',
  background: '#ffffff',
  isTransparent: false,
}

/** Readers tell dark from light, and lose a code below this (WCAG's measure of contrast). */
const minContrast = 3

/** Text that is a colour: six hexadecimal digits, with or without the sign that a query would have to escape. */
export const colorPattern = /^#?[0-9a-f]{6}$/i

/**
 * What was chosen of a design once a wish has been added to it. Throws `InvalidParams` where the colours could not be
 * read: too alike, or light on dark, which many readers do not take for a code.
 */
export function mergeDesign(chosen: Partial<Design>, options: DesignOptions): Partial<Design> {
  const entries = Object.keys(defaultDesign).flatMap((name): [string, unknown][] => {
    const option = options[name as keyof Design]
    if (option === null) return []
    const value = option === undefined ? chosen[name as keyof Design] : option
    return value === undefined ? [] : [[name, /color|background/.test(name) ? normalizeColor(String(value)) : value]]
  })
  const merged = Object.fromEntries(entries) as Partial<Design>
  assertReadable({ ...defaultDesign, ...merged })
  return merged
}

/** A code that wears a logo has lost what is under it, and needs a level that can make up for that. */
export function getErrorCorrectionLevel({ level }: Pick<Design, 'level'>, hasLogo: boolean): ErrorCorrectionLevel {
  return hasLogo && (level === 'L' || level === 'M') ? 'Q' : level
}

function assertReadable({ color, background, isTransparent }: Design): void {
  // What a transparent code is laid upon is not known; it has to be something light.
  const { ratio, isDarkOnLight } = computeContrast(color, isTransparent ? defaultDesign.background : background)
  const fields = isTransparent ? ['color'] : ['color', 'background']
  const createError = (issue: string) => new InvalidParams(fields.map((field) => ({ field, issue })))
  if (ratio < minContrast) {
    throw createError(`must be in a contrast of at least ${minContrast}:1; it is ${ratio.toFixed(2)}:1`)
  }
  if (!isDarkOnLight) throw createError('must be dark on light: many readers find no code that is light on dark')
}

function normalizeColor(text: string): string {
  return `#${text.replace('#', '').toLowerCase()}`
}

/** The contrast of two colours `#rrggbb` (WCAG 2.2), from 1 to 21, and whether the first is the darker one. */
export function computeContrast(color: string, background: string): { ratio: number; isDarkOnLight: boolean } {
  const [colorLuminance, backgroundLuminance] = [computeLuminance(color), computeLuminance(background)]
  const [dark, light] =
    colorLuminance < backgroundLuminance ? [colorLuminance, backgroundLuminance] : [backgroundLuminance, colorLuminance]
  return { ratio: (light + 0.05) / (dark + 0.05), isDarkOnLight: colorLuminance < backgroundLuminance }
}

/** Red, green and blue, each 0 to 255. */
export function parseColorChannels(color: string): readonly [number, number, number] {
  const value = Number.parseInt(color.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function computeLuminance(color: string): number {
  const [r, g, b] = parseColorChannels(color).map((channel) => {
    const ratio = channel / 255
    return ratio <= 0.04045 ? ratio / 12.92 : ((ratio + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
