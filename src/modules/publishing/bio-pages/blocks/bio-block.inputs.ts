import { IsIn, MaxLength } from 'class-validator'
import { ArgsType, Field, ID, InputType } from 'type-graphql'
import { IsHumanText, MaxItems, TrimmedLength } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { changesOf } from '../../../../platform/graphql/inputs/changes-input.ts'
import { Url } from '../../../../platform/graphql/scalars.ts'
import { BioBlockType } from './bio-block-type.ts'
import { SocialNetwork } from './social-networks.ts'

/** Blocks of a page. */
export const maxBlocks = 50

/** Which of the fields a block has depends on its type (`block-rules.ts`). */
@InputType({ description: 'A new block at the end of a bio page.' })
export class CreateBioBlockInput {
  @TrimmedLength(1, 100)
  @IsHumanText()
  @Field(() => String, {
    nullable: true,
    description:
      'Title of a link or a heading, where it is required, or of an e-mail address or a telephone number; at most 100 characters.',
  })
  title?: string | null

  @TrimmedLength(1, 500)
  @IsHumanText({ isOneLine: false })
  @Field(() => String, {
    nullable: true,
    description:
      'The paragraph of a text, at most 500 characters; the second line of a link, at most 160; the address of an e-mail block; or the number of a phone or SMS block.',
  })
  content?: string | null

  @Field(() => Url, {
    nullable: true,
    description:
      'Where a link or a profile leads: an http or https address of at most 8192 characters. A profile is on its network; its name is enough, such as `@jack`, and for WhatsApp the telephone number. A new link to `tel:` or `sms:` becomes a block of the type `phone` or `sms`.',
  })
  url?: string | null

  @IsIn(Object.values(SocialNetwork))
  @Field(() => SocialNetwork, { nullable: true, description: 'The network of a social block, which requires it.' })
  network?: SocialNetwork | null

  @Field(() => Date, { nullable: true, description: 'From when the block is shown. Null for no start.' })
  scheduledFrom?: Date | null

  @Field(() => Date, { nullable: true, description: 'Until when (exclusive) the block is shown. Null for no end.' })
  scheduledUntil?: Date | null

  @IsIn(Object.values(BioBlockType))
  @Field(() => BioBlockType, { description: 'What the block is. It cannot be changed later.' })
  type!: BioBlockType

  @Field(() => Boolean, { defaultValue: true, description: 'Whether the block is shown.' })
  isVisible!: boolean
}

@InputType({ description: 'Changes of a block. Absent fields keep their value; null clears an optional one.' })
export class UpdateBioBlockInput extends changesOf(CreateBioBlockInput, 'type') {}

@ArgsType()
export class BioBlockArgs {
  @Field(() => ID, { description: 'Identifier of the bio page.' })
  id!: string

  @Field(() => ID, { description: 'Identifier of the block.' })
  blockId!: string
}

@ArgsType()
export class ReorderBioBlocksArgs {
  @Field(() => ID, { description: 'Identifier of the bio page.' })
  id!: string

  @MaxLength(64, { each: true, message: 'must be identifiers of blocks' })
  @MaxItems(maxBlocks)
  @Field(() => [ID], { description: 'Identifiers of all blocks of the page, in their new order.' })
  blockIds!: string[]
}
