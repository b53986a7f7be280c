import { MaxLength } from 'class-validator'
import { ArgsType, Field, ID, InputType } from 'type-graphql'
import { IsHumanText, IsOneOf, TrimmedLength } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { changesOf } from '../../../../platform/graphql/inputs/changes-input.ts'
import { TagColor } from './tag.entity.ts'

@InputType({ description: 'A new tag.' })
export class CreateTagInput {
  @TrimmedLength(1, 64)
  @IsHumanText()
  @Field(() => String, { description: 'Name, 1 to 64 characters, unique in the workspace regardless of case.' })
  name!: string

  @IsOneOf(Object.values(TagColor))
  @Field(() => TagColor, { defaultValue: 'gray', description: 'Color in which the tag is shown.' })
  color!: TagColor
}

@InputType({ description: 'Changes of a tag. Absent fields keep their value.' })
export class UpdateTagInput extends changesOf(CreateTagInput) {}

@ArgsType()
export class MergeTagsArgs {
  @Field(() => ID, { description: 'Identifier of the tag that is merged, and deleted.' })
  id!: string

  @MaxLength(64)
  @Field(() => ID, { description: 'Identifier of the tag that the links get: another one of the same workspace.' })
  intoId!: string
}
