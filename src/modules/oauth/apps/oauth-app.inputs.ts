import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsIn, Matches, MaxLength } from 'class-validator'
import { ArgsType, Field, ID } from 'type-graphql'
import { allScopes, type Scope } from '../../../platform/auth/scopes.ts'
import { TrimmedLength } from '../../../platform/graphql/argument-validation.ts'
import { redirectUriMaxLength } from './redirect-uri-rules.ts'

const scopeNames = [...allScopes]
const each = { each: true }

/** The bounds of what an application is registered with; null and absence are the operation's to judge. */
abstract class OAuthAppConstraints {
  // The name stands on the page where people decide: nothing in it may hide, reverse or break what they read.
  @Matches(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u, { message: 'must be one line without direction marks' })
  @Matches(/[^\p{C}\p{Z}\p{M}\p{DI}]/u, { message: 'must have something to see' })
  @TrimmedLength(1, 64)
  name?: string | null

  @MaxLength(redirectUriMaxLength, { ...each, message: `must be at most ${redirectUriMaxLength} characters each` })
  @ArrayUnique({ message: 'must not name one address twice' })
  @ArrayMaxSize(10, { message: 'must be at most 10' })
  @ArrayMinSize(1, { message: 'must be at least 1' })
  redirectUris?: string[] | null

  @IsIn(scopeNames, { ...each, message: `must be of ${scopeNames.join(', ')}` })
  @ArrayUnique({ message: 'must not name one scope twice' })
  @ArrayMinSize(1, { message: 'must be at least 1' })
  scopes?: Scope[] | null
}

const nameDescription = 'The name people read when they are asked for access, 1 to 64 characters on one line.'
const redirectUrisDescription =
  'Where answers may be sent, 1 to 10 addresses: https, http on the own machine (`127.0.0.1`, `[::1]`, `localhost`), ' +
  'or for a public application its own scheme (`com.example.app:/callback`). Compared sign by sign.'
const scopesDescription = `The scopes it may ask for, at least one of ${scopeNames.map((scope) => `\`${scope}\``).join(', ')}.`

@ArgsType()
export class CreateOauthAppArgs extends OAuthAppConstraints {
  @Field(() => String, { description: nameDescription })
  declare name: string

  @Field(() => [String], { description: redirectUrisDescription })
  declare redirectUris: string[]

  @Field(() => [String], { description: scopesDescription })
  declare scopes: Scope[]

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether it runs where no secret can be kept (a browser, a phone). It then has none. Stays as it is.',
  })
  isPublic!: boolean
}

@ArgsType()
export class UpdateOauthAppArgs extends OAuthAppConstraints {
  @Field(() => ID, { description: 'Identifier of the application.' })
  id!: string

  @Field(() => String, { nullable: true, description: nameDescription })
  declare name?: string | null

  @Field(() => [String], { nullable: true, description: redirectUrisDescription })
  declare redirectUris?: string[] | null

  @Field(() => [String], { nullable: true, description: scopesDescription })
  declare scopes?: Scope[] | null
}
