import { Length, Matches } from 'class-validator'
import { ArgsType, Field } from 'type-graphql'

@ArgsType()
export class CodeArgs {
  @Length(1, 40)
  @Field(() => String, {
    description:
      'The six digits that the authenticator app shows, or a recovery code. Spaces and hyphens do not matter.',
  })
  code!: string
}

@ArgsType()
export class ProofArgs {
  @Length(1, 40)
  @Field(() => String, {
    nullable: true,
    description:
      'The six digits that the authenticator app shows, or a recovery code. Spaces and hyphens do not matter. Required for an ' +
      'account with a second factor.',
  })
  code?: string | null

  @Length(1, 1024)
  @Field(() => String, {
    nullable: true,
    description: 'Current password, in the place of a code, for an account without a second factor.',
  })
  password?: string | null
}

@ArgsType()
export class FirstCodeArgs {
  @Length(1, 40)
  @Field(() => String, { description: 'The six digits that the authenticator app shows. Spaces do not matter.' })
  code!: string
}

@ArgsType()
export class CompleteLoginArgs extends CodeArgs {
  @Matches(/^[\w.-]{1,2048}$/, { message: 'must be the challenge of a login' })
  @Field(() => String, { description: 'The member `challenge` of the error SECOND_FACTOR_REQUIRED.' })
  challenge!: string
}
