import { MaxLength } from 'class-validator'
import { ArgsType, Field, ID, InputType } from 'type-graphql'
import { IsHumanText, MaxItems, TrimmedLength } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { changesOf } from '../../../../platform/graphql/inputs/changes-input.ts'
import { IsSlug } from '../../links/index.ts'
import { CreateBioPageInput } from '../bio-page.inputs.ts'
import { CreateBioBlockInput, maxBlocks } from '../blocks/bio-block.inputs.ts'

const ifVersionDescription =
  '`version` of the draft as you have read it. When it has another one, nothing changes, with the error `BIO_DRAFT_CHANGED`. Without it the last one wins.'

@InputType({ description: 'A block of the draft of a bio page.' })
export class BioDraftBlockInput extends CreateBioBlockInput {
  @MaxLength(64)
  @Field(() => ID, {
    nullable: true,
    description:
      'Identifier of a block of the page or of its draft, which keeps its clicks. Absent for a new block; another `type` makes a new one too.',
  })
  id?: string | null
}

@InputType({
  description: 'Changes of the draft of a bio page. Absent fields keep their value; null clears an optional one.',
})
export class UpdateBioPageDraftInput extends changesOf(CreateBioPageInput, 'slug') {
  @MaxItems(maxBlocks)
  @Field(() => [BioDraftBlockInput], {
    nullable: true,
    description: 'All blocks in their order, at most 50. What the list does not name will be deleted by publishing.',
  })
  blocks?: BioDraftBlockInput[] | null

  @MaxLength(64)
  @Field(() => String, { nullable: true, description: ifVersionDescription })
  ifVersion?: string | null
}

@ArgsType()
export class PublishBioPageArgs {
  @Field(() => ID, { description: 'Identifier of the bio page.' })
  id!: string

  @MaxLength(64)
  @Field(() => String, { nullable: true, description: ifVersionDescription })
  ifVersion?: string | null
}

@ArgsType()
export class DuplicateBioPageArgs {
  @Field(() => ID, { description: 'Identifier of the bio page to copy.' })
  id!: string

  @IsSlug(3)
  @Field(() => String, {
    description: 'Last part of the address of the copy: 3 to 64 letters A to Z, digits and dashes.',
  })
  slug!: string

  @TrimmedLength(1, 100)
  @IsHumanText()
  @Field(() => String, { nullable: true, description: 'Title of the copy, 1 to 100 characters. Default: the same.' })
  title?: string | null
}
