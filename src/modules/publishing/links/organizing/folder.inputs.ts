import { Field, InputType } from 'type-graphql'
import { IsHumanText, TrimmedLength } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { changesOf } from '../../../../platform/graphql/inputs/changes-input.ts'

@InputType({ description: 'A new folder.' })
export class CreateFolderInput {
  @TrimmedLength(1, 64)
  @IsHumanText()
  @Field(() => String, { description: 'Name, 1 to 64 characters, unique in the workspace regardless of case.' })
  name!: string
}

@InputType({ description: 'Changes of a folder. Absent fields keep their value.' })
export class UpdateFolderInput extends changesOf(CreateFolderInput) {}
