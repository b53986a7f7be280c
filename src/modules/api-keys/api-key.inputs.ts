import { Length, Matches, Max, Min } from 'class-validator'
import { ArgsType, Field, Int } from 'type-graphql'
import { PageArgs } from '../../platform/graphql/pagination.ts'

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
export class ApiKeysArgs extends PageArgs {
  @Field(() => Int, { defaultValue: 100, description: 'Keys per page, 1 to 100.' })
  declare limit: number
}
