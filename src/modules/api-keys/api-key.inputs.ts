import { Length, Matches, Max, Min } from 'class-validator'
import { ArgsType, Field, Int } from 'type-graphql'

@ArgsType()
export class CreateApiKeyArgs {
  @Length(1, 64)
  @Matches(/\S/, { message: 'must not be blank' })
  @Field(() => String, { description: 'Name of the key, 1 to 64 characters, such as `deploy script`.' })
  name!: string

  @Min(1)
  @Max(365)
  @Field(() => Int, { defaultValue: 90, description: 'Lifetime of the key in days of 24 hours, 1 to 365.' })
  expiresInDays!: number
}

@ArgsType()
export class ApiKeysArgs {
  @Min(1)
  @Max(1_000_000)
  @Field(() => Int, { defaultValue: 1, description: 'Page number, from 1.' })
  page!: number

  @Min(1)
  @Max(100)
  @Field(() => Int, { defaultValue: 100, description: 'Keys per page, 1 to 100.' })
  limit!: number
}
