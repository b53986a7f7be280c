import { Field, InputType } from 'type-graphql'
import { IsHumanText, TrimmedLength } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { changesOf } from '../../../../platform/graphql/inputs/changes-input.ts'
import { optionInputs } from '../link-option-fields.ts'
import { utmFields } from './utm-values.ts'

@InputType({ description: 'A new UTM template. At least one of its UTM values must be set.' })
export class CreateUtmTemplateInput extends optionInputs(utmFields) {
  @TrimmedLength(1, 64)
  @IsHumanText()
  @Field(() => String, { description: 'Name, 1 to 64 characters, unique in the workspace regardless of case.' })
  name!: string
}

@InputType({
  description:
    'Changes of a UTM template. Absent fields keep their value, and null clears a UTM value. At least one must remain.',
})
export class UpdateUtmTemplateInput extends changesOf(CreateUtmTemplateInput) {}
