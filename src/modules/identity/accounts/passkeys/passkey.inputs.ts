import { Length, Matches } from 'class-validator'
import { ArgsType, Field, ID } from 'type-graphql'
import { IsHumanText } from '../../../../platform/graphql/inputs/argument-validation.ts'

@ArgsType()
export class RenamePasskeyArgs {
  @Field(() => ID, { description: 'Identifier of the passkey, such as `psk_01k...`.' })
  id!: string

  @Length(1, 60)
  @Matches(/\S/, { message: 'must not be blank' })
  @IsHumanText()
  @Field(() => String, { description: 'What its owner calls it, 1 to 60 characters.' })
  name!: string
}
