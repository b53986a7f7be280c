import { ArrayUnique, MaxLength } from 'class-validator'
import { ArgsType, Field, ID, InputType } from 'type-graphql'
import { IsHumanText, IsOneOf, MaxItems, TrimmedLength } from '../../../platform/graphql/inputs/argument-validation.ts'
import { PixelType } from './pixel.entity.ts'

export const maxPixelsOfLink = 5

const each = { each: true }

/** Bounds of the fields. Each operation decides whether a field may be null or absent. */
abstract class PixelFields {
  @TrimmedLength(1, 64)
  @IsHumanText()
  name?: string | null

  @MaxLength(64)
  pixelId?: string | null
}

@InputType({ description: 'A new pixel.' })
export class CreatePixelInput extends PixelFields {
  @Field(() => String, { description: 'Name of the pixel, 1 to 64 characters.' })
  declare name: string

  @IsOneOf(Object.values(PixelType))
  @Field(() => PixelType, { description: 'Provider of the pixel. It cannot be changed later.' })
  pixelType!: PixelType

  @Field(() => String, {
    description:
      'Identifier that the provider gave the pixel, such as `G-1A2B3C4D5E`. Its form depends on the provider.',
  })
  declare pixelId: string
}

@InputType({ description: 'Changes of a pixel. Absent fields keep their value.' })
export class UpdatePixelInput extends PixelFields {
  @Field(() => String, { nullable: true, description: 'Name of the pixel, 1 to 64 characters.' })
  declare name?: string | null

  @Field(() => String, { nullable: true, description: 'Another identifier at the same provider.' })
  declare pixelId?: string | null

  @Field(() => Boolean, { nullable: true, description: 'Whether the pixel runs.' })
  isActive?: boolean | null
}

@ArgsType()
export class SetUrlPixelsArgs {
  @Field(() => ID, { description: 'Identifier of the link.' })
  id!: string

  @MaxLength(64, { ...each, message: 'must be identifiers of pixels' })
  @ArrayUnique({ message: 'must not name one pixel twice' })
  @MaxItems(maxPixelsOfLink)
  @Field(() => [ID], {
    description: `Identifiers of pixels of the workspace of the link, at most ${maxPixelsOfLink}. Empty to detach all.`,
  })
  pixelIds!: string[]
}
