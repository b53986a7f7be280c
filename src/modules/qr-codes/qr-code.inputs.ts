import { IsBoolean, IsIn, Matches, Max, MaxLength, Min } from 'class-validator'
import { ArgsType, Field, ID, Int } from 'type-graphql'
import { TrimmedLength, validateArguments } from '../../platform/graphql/argument-validation.ts'
import {
  colorPattern,
  type DesignOptions,
  defaultDesign,
  designBounds,
  type ErrorCorrectionLevel,
  errorCorrectionLevels,
  type QrFormat,
  qrFormats,
} from './qr-design.ts'

const { size, margin } = designBounds
const colorIssue = { message: 'must be six hexadecimal digits, with or without #' }

/** Design options of a dynamic QR code or of one image. Null means the default. */
@ArgsType()
class QrDesignArgs implements DesignOptions {
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
    description: `Width of the quiet zone in modules, ${margin.min} to ${margin.max}. Default: 4. Some readers fail with less.`,
  })
  margin?: number | null

  @IsIn(errorCorrectionLevels)
  @Field(() => String, {
    nullable: true,
    description: `Error correction level: ${errorCorrectionLevels.join(', ')}. Default: M. At least Q with a logo.`,
  })
  level?: ErrorCorrectionLevel | null

  @Matches(colorPattern, colorIssue)
  @Field(() => String, {
    nullable: true,
    description:
      'Colour of the dark modules, such as `1f2937`. Darker than the background, with a contrast of at least 3:1.',
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
    description: 'Make the background transparent, for use on a light surface. Default: false.',
  })
  isTransparent?: boolean | null
}

const logoIdDescription = 'Identifier of one of your logos, shown in the centre of the code. Null for none.'

@ArgsType()
export class CreateDynamicQrArgs extends QrDesignArgs {
  @TrimmedLength(1, 255)
  @Field(() => String, { description: 'Title, 1 to 255 characters.' })
  title!: string

  @Field(() => String, { description: 'The target: an http or https URL of at most 8192 characters.' })
  targetUrl!: string

  @MaxLength(64)
  @Field(() => ID, { nullable: true, description: logoIdDescription })
  logoId?: string | null
}

@ArgsType()
export class UpdateDynamicQrArgs extends QrDesignArgs {
  @Field(() => ID, { description: 'Identifier of the code.' })
  id!: string

  @TrimmedLength(1, 255)
  @Field(() => String, { nullable: true, description: 'Title, 1 to 255 characters.' })
  title?: string | null

  @Field(() => String, {
    nullable: true,
    description: 'The new target: an http or https URL of at most 8192 characters.',
  })
  targetUrl?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Switch the code on or off.' })
  isActive?: boolean | null

  @MaxLength(64)
  @Field(() => ID, { nullable: true, description: logoIdDescription })
  logoId?: string | null
}

/** One image of a code. Absent options come from the design of the code. */
@ArgsType()
export class QrImageArgs extends QrDesignArgs {
  @Field(() => ID, { description: 'Identifier of the dynamic QR code or, for a link, of the link.' })
  id!: string

  @IsIn(qrFormats)
  @Field(() => String, { defaultValue: 'svg', description: `Format of the image: ${qrFormats.join(' or ')}.` })
  format!: QrFormat
}

/** A page of codes if one of the two is given, otherwise all codes. */
@ArgsType()
export class DynamicQrsArgs {
  @Min(1)
  @Max(1_000_000)
  @Field(() => Int, { nullable: true, description: 'Page number, from 1. Without `page` and `limit`: all codes.' })
  page?: number | null

  @Min(1)
  @Max(100)
  @Field(() => Int, { nullable: true, description: 'Codes per page, 1 to 100. Default: 20, if `page` is given.' })
  limit?: number | null
}

@ArgsType()
export class QrCodesArgs {
  @Min(1)
  @Max(100)
  @Field(() => Int, { defaultValue: 20, description: 'Number of codes on a page, 1 to 100.' })
  first!: number

  @Field(() => String, { nullable: true, description: 'Cursor of this list; the page starts after it.' })
  after?: string | null
}

/** 256 KiB in base64. */
const maxLogoBase64Length = Math.ceil((256 * 1024) / 3) * 4

@ArgsType()
export class CreateQrLogoArgs {
  @TrimmedLength(1, 64)
  @Field(() => String, { description: 'Name of the logo, 1 to 64 characters.' })
  name!: string

  @MaxLength(maxLogoBase64Length, { message: 'must be at most 256 KiB' })
  @Field(() => String, {
    description:
      'A PNG, JPEG or WebP in base64, at most 256 KiB and 4,000,000 pixels. Scaled down to 256 pixels a side.',
  })
  image!: string
}

/** Parses the design options of a query string and ignores other parameters. Throws `InvalidParams`. */
export async function parseDesignQuery(query: string): Promise<QrDesignArgs> {
  const params = new URLSearchParams(query)
  const entries = Object.entries(defaultDesign).flatMap(([name, value]): [string, unknown][] => {
    const text = params.get(name)
    return text === null ? [] : [[name, valueParsers[typeof value as keyof typeof valueParsers](text)]]
  })
  const designArgs = Object.assign(new QrDesignArgs(), Object.fromEntries(entries))
  await validateArguments(designArgs, QrDesignArgs, { args: {} })
  return designArgs
}

/** Values that do not parse stay text, which the validation rejects. */
const valueParsers = {
  number: (text: string) => (/^\d{1,4}$/.test(text) ? Number(text) : text),
  boolean: (text: string) => (/^(true|false|1|0)$/.test(text) ? text === 'true' || text === '1' : text),
  string: (text: string) => text,
}
