import { ArrayUnique, IsIn, Length, Matches, Max, Min } from 'class-validator'
import { ArgsType, Field, Int } from 'type-graphql'
import { apiKeyScopes, Scope } from '../../../platform/auth/scopes.ts'
import { IsHumanText, NotEmptyList } from '../../../platform/graphql/inputs/argument-validation.ts'

const scopeNames = [...apiKeyScopes]

function LifetimeInDays(): PropertyDecorator {
  const description = 'Lifetime of the new key in days of 24 hours, 1 to 365.'
  const decorators = [Min(1), Max(365), Field(() => Int, { defaultValue: 90, description })]
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property)
  }
}

@ArgsType()
export class ApiKeyNameArgs {
  @Length(1, 64)
  @Matches(/\S/, { message: 'must not be blank' })
  @IsHumanText()
  @Field(() => String, { description: 'Name of the key, 1 to 64 characters, such as `deploy script`.' })
  name!: string
}

@ArgsType()
export class CreateApiKeyArgs extends ApiKeyNameArgs {
  @LifetimeInDays()
  expiresInDays!: number

  @IsIn(scopeNames, { each: true, message: `must each be one of ${scopeNames.join(', ')}` })
  @ArrayUnique({ message: 'must not contain duplicates' })
  @NotEmptyList()
  @Field(() => [Scope], {
    nullable: true,
    description: `What the key may do: ${scopeNames.map((scope) => `\`${scope}\``).join(', ')}. Default: all of these.`,
  })
  scopes?: Scope[] | null
}

@ArgsType()
export class RotateApiKeyArgs {
  @Min(0)
  @Max(168)
  @Field(() => Int, {
    defaultValue: 24,
    description: 'For how many hours the former key is still accepted, 0 to 168. It never lives longer than before.',
  })
  overlapHours!: number

  @LifetimeInDays()
  expiresInDays!: number
}
