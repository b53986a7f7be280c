import { ArrayUnique, MaxLength } from 'class-validator'
import { ArgsType, Field, ID, InputType } from 'type-graphql'
import { IsHumanText, IsOneOf, MaxItems, TrimmedLength } from '../../../platform/graphql/inputs/argument-validation.ts'
import { changesOf } from '../../../platform/graphql/inputs/changes-input.ts'
import { PixelType } from './pixel.entity.ts'

export const maxPixelsOfLink = 5

const each = { each: true }

@InputType({ description: 'A new pixel.' })
export class CreatePixelInput {
  @TrimmedLength(1, 64)
  @IsHumanText()
  @Field(() => String, { description: 'Name of the pixel, 1 to 64 characters.' })
  name!: string

  @IsOneOf(Object.values(PixelType))
  @Field(() => PixelType, { description: 'Provider of the pixel. It cannot be changed later.' })
  pixelType!: PixelType

  @MaxLength(64)
  @Field(() => String, {
    description:
      'Identifier that the provider gave the pixel, such as `G-1A2B3C4D5E`. Its form depends on the provider.',
  })
  pixelId!: string
}

@InputType({ description: 'Changes of a pixel. Absent fields keep their value.' })
export class UpdatePixelInput extends changesOf(CreatePixelInput, 'pixelType') {
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
