import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsIn, Matches, MaxLength } from 'class-validator'
import { ArgsType, Field, ID } from 'type-graphql'
import { allScopes, type Scope } from '../../../platform/auth/scopes.ts'
import { TrimmedLength } from '../../../platform/graphql/argument-validation.ts'
import { redirectUriMaxLength } from './redirect-uri-rules.ts'

const scopeNames = [...allScopes]
const each = { each: true }

/** Limits of the fields. Each operation decides whether a field may be null or absent. */
abstract class OAuthAppConstraints {
  // The consent page shows the name, so it must not hide, reverse or break the text around it.
  @Matches(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u, { message: 'must be one line without text direction marks' })
  @Matches(/[^\p{C}\p{Z}\p{M}\p{DI}]/u, { message: 'must contain a visible character' })
  @TrimmedLength(1, 64)
  name?: string | null

  @MaxLength(redirectUriMaxLength, { ...each, message: `must each have at most ${redirectUriMaxLength} characters` })
  @ArrayUnique({ message: 'must not contain duplicates' })
  @ArrayMaxSize(10, { message: 'must have at most 10 entries' })
  @ArrayMinSize(1, { message: 'must have at least 1 entry' })
  redirectUris?: string[] | null

  @IsIn(scopeNames, { ...each, message: `must each be one of ${scopeNames.join(', ')}` })
  @ArrayUnique({ message: 'must not contain duplicates' })
  @ArrayMinSize(1, { message: 'must have at least 1 entry' })
  scopes?: Scope[] | null
}

const nameDescription = 'Name shown on the consent page, 1 to 64 characters on one line.'
const redirectUrisDescription =
  'Allowed redirect URIs, 1 to 10: https, http on a loopback host (`127.0.0.1`, `[::1]`, `localhost`), ' +
  'or for a public application its own scheme (`com.example.app:/callback`). They must match exactly.'
const scopesDescription = `Scopes that the application may request, at least one of ${scopeNames.map((scope) => `\`${scope}\``).join(', ')}.`

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
    description: 'True for browser and mobile applications, which get no client secret. Cannot be changed later.',
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
