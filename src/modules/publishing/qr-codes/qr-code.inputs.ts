import { ArrayMinSize, IsBoolean, IsIn, Matches, Max, MaxLength, Min } from 'class-validator'
import { ArgsType, Field, ID, InputType, Int } from 'type-graphql'
import {
  IsHumanText,
  MaxItems,
  saying,
  TrimmedLength,
  validateArguments,
} from '../../../platform/graphql/inputs/argument-validation.ts'
import { changesOf } from '../../../platform/graphql/inputs/changes-input.ts'
import { ImageUpload } from '../../../platform/graphql/inputs/image-upload.ts'
import { Url } from '../../../platform/graphql/scalars.ts'
import { RestName } from '../../../platform/rest/rest.decorator.ts'
import { defineIssue } from '../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import type { VisitorQuery } from '../links/index.ts'
import {
  colorPattern,
  type DesignOptions,
  defaultDesign,
  designBounds,
  ErrorCorrectionLevel,
  maxPrintSize,
  maxPublicSize,
  QrDots,
  QrEyes,
  QrFormat,
  QrGradientKind,
} from './qr-design.ts'

const { size, margin, logoShare, widthMm, bleedMm, dpi } = designBounds
const colorIssue = saying(defineIssue('NOT_A_COLOR', 'must be six hexadecimal digits, with or without #')())

/** Design options of a dynamic QR code or of one image. Null means the default. */
@ArgsType()
@InputType()
class QrDesignOptions implements DesignOptions {
  @Min(size.min)
  @Max(size.max)
  @Field(() => Int, {
    nullable: true,
    description: `Width and height of the image in pixels, ${size.min} to ${size.max}. Default: 512.`,
  })
  size?: number | null

  @Min(margin.min)
  @Max(margin.max)
  @Field(() => Int, {
    nullable: true,
    description: `Width of the quiet zone in modules, ${margin.min} to ${margin.max}. Default: 4. Some readers fail with less, and no reader reads a code without it on a dark surface.`,
  })
  margin?: number | null

  @IsIn(Object.values(ErrorCorrectionLevel))
  @Field(() => ErrorCorrectionLevel, {
    nullable: true,
    description: 'Error correction level. Default: `M`. At least `Q` with a logo.',
  })
  level?: ErrorCorrectionLevel | null

  @Matches(colorPattern, colorIssue)
  @Field(() => String, {
    nullable: true,
    description:
      'Colour of the dark modules, such as `1f2937`. Darker than the background, with a contrast of at least 4:1.',
  })
  color?: string | null

  @Matches(colorPattern, colorIssue)
  @Field(() => String, {
    nullable: true,
    description: 'Colour of the light modules and the quiet zone, such as `ffffff`.',
  })
  background?: string | null

  @IsBoolean()
  @Field(() => Boolean, {
    nullable: true,
    description:
      'Make the background transparent, for a light surface only: no reader reads the code on a dark one. Default: false.',
  })
  isTransparent?: boolean | null

  @IsIn(Object.values(QrDots))
  @Field(() => QrDots, { nullable: true, description: 'Shape of the modules between the eyes. Default: squares.' })
  dots?: QrDots | null

  @IsIn(Object.values(QrEyes))
  @Field(() => QrEyes, { nullable: true, description: 'Shape of the three eyes. Default: squares.' })
  eyes?: QrEyes | null

  @Matches(colorPattern, colorIssue)
  @Field(() => String, {
    nullable: true,
    description: 'Colour of the eyes, with the contrast of `color`. Default: the colour of the modules.',
  })
  eyeColor?: string | null

  @Min(logoShare.min)
  @Max(logoShare.max)
  @Field(() => Int, {
    nullable: true,
    description: `The part of the area that a logo covers at most, ${logoShare.min} to ${logoShare.max}, in per cent. Default: 9. From 10 on, the level is \`H\`.`,
  })
  logoShare?: number | null
}

@InputType({ description: 'A colour of a gradient.' })
export class QrGradientStopInput {
  @Min(0)
  @Max(100)
  @Field(() => Int, { description: 'Where the colour is, from 0 (start) to 100 (end), in per cent.' })
  offset!: number

  @Matches(colorPattern, colorIssue)
  @Field(() => String, { description: 'The colour, such as `1f2937`, with a contrast of at least 4:1.' })
  color!: string
}

@InputType({ description: 'A gradient of the dark modules of a QR code.' })
export class QrGradientInput {
  @IsIn(Object.values(QrGradientKind))
  @Field(() => QrGradientKind, { description: 'Direction of the gradient.' })
  kind!: QrGradientKind

  @Min(0)
  @Max(359)
  @Field(() => Int, {
    defaultValue: 0,
    description: 'Direction of a linear gradient in degrees, clockwise: 0 from left to right, 90 from top to bottom.',
  })
  angle!: number

  @ArrayMinSize(2)
  @MaxItems(4)
  @Field(() => [QrGradientStopInput], { description: 'Two to four colours. Each must be dark on the background.' })
  stops!: QrGradientStopInput[]
}

/** Options of a design that is kept. */
@InputType()
class KeptDesignOptions extends QrDesignOptions {
  @Field(() => QrGradientInput, {
    nullable: true,
    description: 'Gradient of the dark modules, in place of `color`. Null for none.',
  })
  gradient?: QrGradientInput | null

  @MaxLength(64)
  @Field(() => ID, {
    nullable: true,
    description: 'Identifier of one of your logos, shown in the centre of the code. Null for none.',
  })
  logoId?: string | null
}

@InputType({ description: 'Changes of the design of the QR code of a link. Absent fields keep their value.' })
export class UpdateUrlQrDesignInput extends KeptDesignOptions {}

@InputType({ description: 'A new QR code with a changeable target.' })
export class CreateDynamicQrInput extends KeptDesignOptions {
  @TrimmedLength(1, 255)
  @IsHumanText()
  @Field(() => String, { description: 'Title, 1 to 255 characters.' })
  title!: string

  @RestName('targetUrl')
  @Field(() => Url, { description: 'The target: an http or https URL of at most 8192 characters.' })
  destination!: string
}

@InputType({ description: 'Changes of a dynamic QR code. Absent fields keep their value.' })
export class UpdateDynamicQrInput extends changesOf(CreateDynamicQrInput) {
  @Field(() => Boolean, { nullable: true, description: 'Switch the code on or off.' })
  isActive?: boolean | null
}

/** One image of a code. Absent options come from the design of the code. */
@ArgsType()
export class QrImageArgs extends QrDesignOptions {
  @Field(() => ID, { description: 'Identifier of the dynamic QR code or, for a link, of the link.' })
  id!: string

  @IsIn(Object.values(QrFormat))
  @Field(() => QrFormat, { defaultValue: 'svg', description: 'Format of the image.' })
  format!: QrFormat

  @Min(widthMm.min)
  @Max(widthMm.max)
  @Field(() => Int, {
    nullable: true,
    description: `Width and height in print in millimetres, ${widthMm.min} to ${widthMm.max}, in place of \`size\`. A PDF is 80 by default.`,
  })
  widthMm?: number | null

  @Min(bleedMm.min)
  @Max(bleedMm.max)
  @Field(() => Int, {
    nullable: true,
    description: `How far the background of a PDF goes on beyond the cut in millimetres, ${bleedMm.min} to ${bleedMm.max}. Default: 0.`,
  })
  bleedMm?: number | null

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a PDF has marks that show where to cut. Default: false.',
  })
  cropMarks?: boolean | null

  @Min(dpi.min)
  @Max(dpi.max)
  @Field(() => Int, {
    nullable: true,
    description: `Pixels per inch of a PNG with \`widthMm\`, ${dpi.min} to ${dpi.max}, at most ${maxPrintSize} pixels in all. Default: 300.`,
  })
  dpi?: number | null
}

export const logoUpload = new ImageUpload(256)

@ArgsType()
export class CreateQrLogoArgs {
  @TrimmedLength(1, 64)
  @IsHumanText()
  @Field(() => String, { description: 'Name of the logo, 1 to 64 characters.' })
  name!: string

  @logoUpload.HasLength()
  @Field(() => String, { description: `${logoUpload.description} Scaled down to 256 pixels a side.` })
  image!: string
}

/** Parses the design options of a public image and ignores other parameters. Throws `InvalidParams`. */
export async function parseDesignQuery({ parameters }: VisitorQuery): Promise<QrDesignOptions> {
  const entries = Object.entries(queryOptions).flatMap(([name, value]): [string, unknown][] => {
    const text = parameters.find(({ key }) => key === name)?.value
    return text === undefined ? [] : [[name, valueParsers[typeof value as keyof typeof valueParsers](text)]]
  })
  const designArgs = Object.assign(new QrDesignOptions(), Object.fromEntries(entries))
  await validateArguments(designArgs, QrDesignOptions, { args: {} })
  if ((designArgs.size ?? 0) > maxPublicSize)
    throw InvalidParams.forField('size', `must not be greater than ${maxPublicSize}`)
  return designArgs
}

/** The options that a query can have, each with a value of its type. A gradient has no text. */
const { gradient: _, ...queryOptions } = { ...defaultDesign, eyeColor: '' }

/** Values that do not parse stay text, which the validation rejects. */
const valueParsers = {
  number: (text: string) => (/^\d{1,4}$/.test(text) ? Number(text) : text),
  boolean: (text: string) => (/^(true|false|1|0)$/.test(text) ? text === 'true' || text === '1' : text),
  string: (text: string) => text,
}
