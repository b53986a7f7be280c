import { isDeepStrictEqual } from 'node:util'
import { Field, ID, Int, ObjectType } from 'type-graphql'
import { InheritsAccess } from '../../../platform/auth/authorization.ts'
import { RestOnly } from '../../../platform/graphql/operations.ts'
import { computeContrast } from '../../../platform/shared/color-contrast.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { defineIssue, type FieldIssue } from '../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import type { Link } from '../links/index.ts'

export type ErrorCorrectionLevel = 'L' | 'M' | 'Q' | 'H'
export const ErrorCorrectionLevel = createEnumType<ErrorCorrectionLevel>(
  'ErrorCorrectionLevel',
  'How much damage a QR code tolerates (ISO/IEC 18004).',
  {
    L: '7 per cent of the code may be damaged.',
    M: '15 per cent of the code may be damaged.',
    Q: '25 per cent of the code may be damaged.',
    H: '30 per cent of the code may be damaged.',
  },
)

export type QrDots = 'square' | 'rounded' | 'dots' | 'bars'
export const QrDots = createEnumType<QrDots>('QrDots', 'Shape of the modules of a QR code between its eyes.', {
  square: 'Squares.',
  rounded: 'Squares whose free corners are rounded.',
  dots: 'Circles that touch each other.',
  bars: 'Upright bars with round ends.',
})

export type QrEyes = 'square' | 'rounded' | 'circle'
export const QrEyes = createEnumType<QrEyes>('QrEyes', 'Shape of the three eyes of a QR code, in its corners.', {
  square: 'Squares.',
  rounded: 'Squares with rounded corners.',
  circle: 'Circles.',
})

export type QrGradientKind = 'linear' | 'radial'
export const QrGradientKind = createEnumType<QrGradientKind>('QrGradientKind', 'Direction of a gradient.', {
  linear: 'From side to side.',
  radial: 'From the centre to the corners.',
})

@InheritsAccess()
@ObjectType({ description: 'A colour of a gradient.' })
export class QrGradientStop {
  @Field(() => Int, { description: 'Where the colour is, from 0 (start) to 100 (end), in per cent.' })
  offset!: number

  @Field(() => String, { description: 'The colour, such as `#1f2937`.' })
  color!: string
}

@InheritsAccess()
@ObjectType({ description: 'A gradient of the dark modules of a QR code.' })
export class QrGradient {
  @Field(() => QrGradientKind, { description: 'Direction of the gradient.' })
  kind!: QrGradientKind

  @Field(() => Int, {
    description: 'Direction of a linear gradient in degrees, clockwise: 0 from left to right, 90 from top to bottom.',
  })
  angle!: number

  @Field(() => [QrGradientStop], { description: 'Two to four colours, by their offsets.' })
  stops!: QrGradientStop[]
}

export const qrMediaTypes = { svg: 'image/svg+xml', png: 'image/png', pdf: 'application/pdf' } as const
export type QrFormat = keyof typeof qrMediaTypes
export const QrFormat = createEnumType<QrFormat>('QrFormat', 'Format of the image of a QR code.', {
  svg: 'Vector image, `image/svg+xml`.',
  png: 'Raster image, `image/png`.',
  pdf: 'Page for print with vectors in RGB, `application/pdf`.',
})

export const designBounds = {
  size: { min: 64, max: 2048 },
  margin: { min: 0, max: 10 },
  logoShare: { min: 4, max: 20 },
  widthMm: { min: 20, max: 1000 },
  bleedMm: { min: 0, max: 10 },
  dpi: { min: 72, max: 1200 },
} as const

/** The largest PNG for print, in pixels. */
export const maxPrintSize = 4096

/** The largest image for anybody who knows a code. A larger image needs the id of the code, at the API. */
export const maxPublicSize = 1024

@InheritsAccess()
@ObjectType({ description: 'Default appearance of a QR code image.' })
export class QrDesign {
  @Field(() => Int, { description: 'Width and height of the image in pixels.' })
  size!: number

  @Field(() => Int, {
    description:
      'Width of the quiet zone in modules (the squares of a QR code). With 0 the code needs a light surface.',
  })
  margin!: number

  @Field(() => ErrorCorrectionLevel, { description: 'Error correction level, at least `Q` with a logo.' })
  level!: ErrorCorrectionLevel

  @Field(() => String, { description: 'Colour of the dark modules, such as `#1f2937`.' })
  color!: string

  @Field(() => String, { description: 'Colour of the light modules and the quiet zone, such as `#ffffff`.' })
  background!: string

  @Field(() => Boolean, {
    description: 'Whether the background is transparent. Such a code can only be read on a light surface.',
  })
  isTransparent!: boolean

  @Field(() => QrDots, { description: 'Shape of the modules between the eyes.' })
  dots!: QrDots

  @Field(() => QrEyes, { description: 'Shape of the three eyes.' })
  eyes!: QrEyes

  @Field(() => String, { nullable: true, description: 'Colour of the eyes; null for the colour of the modules.' })
  eyeColor!: string | null

  @Field(() => QrGradient, { nullable: true, description: 'Gradient in place of `color`; null for none.' })
  gradient!: QrGradient | null

  @Field(() => Int, { description: 'The part of the area that a logo covers at most, 4 to 20, in per cent.' })
  logoShare!: number

  @RestOnly()
  @Field(() => ID, { nullable: true, description: 'Logo in the centre; null for none.' })
  logoId!: string | null

  /** Private, so that comparisons and copies of a design leave it out. */
  readonly #link: LinkAddress

  constructor(link: LinkAddress, values: Design & { readonly logoId: string | null }) {
    this.#link = link
    Object.assign(this, values)
  }

  /** The link whose code has the design. */
  get link(): LinkAddress {
    return this.#link
  }
}

type LinkAddress = Pick<Link, 'code' | 'domainHost'>

/** The appearance of a QR code image without its logo. Colours are `#rrggbb`. */
export type Design = Readonly<Omit<QrDesign, 'logoId' | 'link'>>

/** Changes to a design: null resets an option to its default, an absent option stays unchanged. */
export type DesignOptions = { readonly [K in keyof Design]?: Design[K] | null | undefined }

/** ISO/IEC 18004 requires a quiet zone of four modules; many readers fail with less. */
export const defaultDesign: Design = {
  size: 512,
  margin: 4,
  level: 'M',
  color: '#000000',
  background: '#ffffff',
  isTransparent: false,
  dots: 'square',
  eyes: 'square',
  eyeColor: null,
  gradient: null,
  // Far below the 25 per cent that level Q corrects.
  logoShare: 9,
}

/** From this share on, the level is H. */
const largeLogoShare = 10

/** Whether the design has nothing but what every reader is known to read: the contrast of its colours is checked by itself. */
export function isPlainDesign({ dots, eyes, gradient, logoShare }: Design): boolean {
  return dots === 'square' && eyes === 'square' && gradient === null && logoShare <= defaultDesign.logoShare
}

/** Contrast ratio of WCAG. At 512 pixels, jsQR reads no grey on white with 3:1, and every grey with 3.95:1. */
const minContrast = 4

/** Six hexadecimal digits. The `#` is optional, because a query string must escape it. */
export const colorPattern = /^#?[0-9a-f]{6}$/i

/**
 * Applies changes to the stored options of a design. Throws `InvalidParams` for unreadable colours: too little contrast,
 * or light on dark, which many readers do not recognise. Stored colours stay, because codes with them are in print.
 */
export function mergeDesign(stored: Partial<Design>, options: DesignOptions): Partial<Design> {
  const entries = Object.keys(defaultDesign).flatMap((name): [string, unknown][] => {
    const option = options[name as keyof Design]
    if (option === null) return []
    const value = option === undefined ? stored[name as keyof Design] : normalizeOption(name, option)
    return value == null ? [] : [[name, value]]
  })
  const merged = Object.fromEntries(entries) as Partial<Design>
  const design = { ...defaultDesign, ...merged }
  const former = { ...defaultDesign, ...stored }
  if (colorNames.some((name) => !isDeepStrictEqual(design[name], former[name]))) assertReadable(design)
  return merged
}

/** A logo covers modules, so a code with a logo needs at least level Q, and with a large one H. */
export function getErrorCorrectionLevel(
  { level, logoShare }: Pick<Design, 'level' | 'logoShare'>,
  hasLogo: boolean,
): ErrorCorrectionLevel {
  if (!hasLogo) return level
  if (logoShare >= largeLogoShare) return 'H'
  return level === 'L' || level === 'M' ? 'Q' : level
}

const lowContrast = defineIssue('LOW_CONTRAST', 'must have a contrast of at least {min}:1; it is {ratio}:1')
const lightOnDark = defineIssue('LIGHT_ON_DARK', 'must be dark on light; many readers fail with light on dark')

const colorNames = ['color', 'background', 'isTransparent', 'eyeColor', 'gradient'] as const

/** The colours of the dark parts, by their fields, against the ground. */
export function listContrasts({ color, background, isTransparent, eyeColor, gradient }: Design) {
  // A transparent code is checked against white, because its real background is unknown.
  const ground = isTransparent ? defaultDesign.background : background
  const inks = gradient
    ? gradient.stops.map((stop) => ({ field: 'gradient', ink: stop.color }))
    : [{ field: 'color', ink: color }]
  if (eyeColor !== null) inks.push({ field: 'eyeColor', ink: eyeColor })
  return inks.map(({ field, ink }) => ({ field, ...computeContrast(ink, ground) }))
}

/** Throws `InvalidParams` that names the fields of the first colour that is too light. */
function assertReadable(design: Design): void {
  for (const { field, ratio, isDarkOnLight } of listContrasts(design)) {
    const fields = design.isTransparent ? [field] : [field, 'background']
    const createError = (issue: FieldIssue) => new InvalidParams(fields.map((each) => ({ field: each, ...issue })))
    if (ratio < minContrast) throw createError(lowContrast({ min: minContrast, ratio: ratio.toFixed(2) }))
    if (!isDarkOnLight) throw createError(lightOnDark())
  }
}

function normalizeOption(name: string, value: unknown): unknown {
  if (name === 'gradient') return normalizeGradient(value as QrGradient)
  return /color|background/i.test(name) ? normalizeColor(String(value)) : value
}

function normalizeGradient({ kind, angle, stops }: QrGradient): QrGradient {
  const sorted = stops.map(({ offset, color }) => ({ offset, color: normalizeColor(color) }))
  return { kind, angle, stops: sorted.sort((a, b) => a.offset - b.offset) }
}

function normalizeColor(text: string): string {
  return `#${text.replace('#', '').toLowerCase()}`
}
