import { Length, Matches, Max, Min } from 'class-validator'
import { ArgsType, Field, Int } from 'type-graphql'
import { IsHumanText } from '../../../platform/graphql/inputs/argument-validation.ts'

@ArgsType()
export class CreateApiKeyArgs {
  @Length(1, 64)
  @Matches(/\S/, { message: 'must not be blank' })
  @IsHumanText()
  @Field(() => String, { description: 'Name of the key, 1 to 64 characters, such as `deploy script`.' })
  name!: string

  @Min(1)
  @Max(365)
  @Field(() => Int, { defaultValue: 90, description: 'Lifetime of the key in days of 24 hours, 1 to 365.' })
  expiresInDays!: number
}
