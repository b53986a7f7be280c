import { IsIn } from 'class-validator'
import { ArgsType, Field, ID, InputType } from 'type-graphql'
import { IsHumanText, TrimmedLength } from '../../../platform/graphql/inputs/argument-validation.ts'
import { changesOf } from '../../../platform/graphql/inputs/changes-input.ts'
import { ImageUpload } from '../../../platform/graphql/inputs/image-upload.ts'
import { IsSlug } from '../links/index.ts'
import { BioImageKind } from './bio-image.entity.ts'
import { BioThemeFields } from './theme/theme.inputs.ts'

const slugDescription = 'Last part of the address of the page: 3 to 64 letters A to Z, digits and dashes.'

@InputType({ description: 'A new bio page, which is a draft at first.' })
export class CreateBioPageInput extends BioThemeFields {
  @IsSlug(3)
  @Field(() => String, { description: slugDescription })
  slug!: string

  @TrimmedLength(1, 100)
  @IsHumanText()
  @Field(() => String, { description: 'Name of the person or the thing, 1 to 100 characters.' })
  title!: string

  @TrimmedLength(1, 300)
  @IsHumanText({ isOneLine: false })
  @Field(() => String, { nullable: true, description: 'A few words below the title, at most 300 characters.' })
  description?: string | null

  @TrimmedLength(1, 100)
  @IsHumanText()
  @Field(() => String, {
    nullable: true,
    description: 'Title for search engines and previews, at most 100 characters. Null for the title.',
  })
  seoTitle?: string | null

  @TrimmedLength(1, 300)
  @IsHumanText()
  @Field(() => String, {
    nullable: true,
    description: 'Description for search engines and previews, at most 300 characters. Null for the description.',
  })
  seoDescription?: string | null
}

@InputType({ description: 'Changes of a bio page. Absent fields keep their value; null clears an optional one.' })
export class UpdateBioPageInput extends changesOf(CreateBioPageInput) {
  @Field(() => String, { nullable: true, description: `${slugDescription} The former one stays reserved for you.` })
  declare slug?: string | null
}

export const bioImageUpload = new ImageUpload(512)

@ArgsType()
export class BioImageArgs {
  @Field(() => ID, { description: 'Identifier of the bio page.' })
  id!: string

  @IsIn(Object.values(BioImageKind))
  @Field(() => BioImageKind, { description: 'Which image of the page.' })
  kind!: BioImageKind
}

@ArgsType()
export class SetBioPageImageArgs extends BioImageArgs {
  @bioImageUpload.HasLength()
  @Field(() => String, {
    description: `${bioImageUpload.description} Cut to a square of 320 pixels, or to 1200 by 630.`,
  })
  image!: string
}
