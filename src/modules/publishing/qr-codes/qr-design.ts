import { Field, ID, Int, ObjectType } from 'type-graphql'
import { InheritsAccess } from '../../../platform/auth/authorization.ts'
import { RestOnly } from '../../../platform/graphql/operations.ts'
import { computeContrast } from '../../../platform/shared/color-contrast.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { defineIssue, type FieldIssue } from '../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'

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

export const qrMediaTypes = { svg: 'image/svg+xml', png: 'image/png' } as const
export type QrFormat = keyof typeof qrMediaTypes
export const QrFormat = createEnumType<QrFormat>('QrFormat', 'Format of the image of a QR code.', {
  svg: 'Vector image, `image/svg+xml`.',
  png: 'Raster image, `image/png`.',
})

export const designBounds = { size: { min: 64, max: 2048 }, margin: { min: 0, max: 10 } } as const

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

  @RestOnly()
  @Field(() => ID, { nullable: true, description: 'Logo in the centre; null for none.' })
  logoId!: string | null
}

/** The appearance of a QR code image without its logo. Colours are `#rrggbb`. */
export type Design = Readonly<Omit<QrDesign, 'logoId'>>

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
    const value = option === undefined ? stored[name as keyof Design] : option
    return value === undefined ? [] : [[name, /color|background/.test(name) ? normalizeColor(String(value)) : value]]
  })
  const merged = Object.fromEntries(entries) as Partial<Design>
  const design = { ...defaultDesign, ...merged }
  if (!hasColorsOf(design, { ...defaultDesign, ...stored })) assertReadable(design)
  return merged
}

/** A logo covers modules, so a code with a logo needs at least level Q. */
export function getErrorCorrectionLevel({ level }: Pick<Design, 'level'>, hasLogo: boolean): ErrorCorrectionLevel {
  return hasLogo && (level === 'L' || level === 'M') ? 'Q' : level
}

function hasColorsOf(design: Design, { color, background, isTransparent }: Design): boolean {
  return design.color === color && design.background === background && design.isTransparent === isTransparent
}

const lowContrast = defineIssue('LOW_CONTRAST', 'must have a contrast of at least {min}:1; it is {ratio}:1')
const lightOnDark = defineIssue('LIGHT_ON_DARK', 'must be dark on light; many readers fail with light on dark')

function assertReadable({ color, background, isTransparent }: Design): void {
  // A transparent code is checked against white, because its real background is unknown.
  const { ratio, isDarkOnLight } = computeContrast(color, isTransparent ? defaultDesign.background : background)
  const fields = isTransparent ? ['color'] : ['color', 'background']
  const createError = (issue: FieldIssue) => new InvalidParams(fields.map((field) => ({ field, ...issue })))
  if (ratio < minContrast) {
    throw createError(lowContrast({ min: minContrast, ratio: ratio.toFixed(2) }))
  }
  if (!isDarkOnLight) throw createError(lightOnDark())
}

function normalizeColor(text: string): string {
  return `#${text.replace('#', '').toLowerCase()}`
}
