import { ArrayUnique, IsIn, Matches, MaxLength } from 'class-validator'
import { Field, InputType } from 'type-graphql'
import { Scope } from '../../../../platform/auth/scopes.ts'
import {
  IsHumanText,
  MaxItems,
  NotEmptyList,
  TrimmedLength,
} from '../../../../platform/graphql/inputs/argument-validation.ts'
import { changesOf } from '../../../../platform/graphql/inputs/changes-input.ts'
import { Url } from '../../../../platform/graphql/scalars.ts'
import { redirectUriMaxLength } from './redirect-uri-rules.ts'

const scopeNames = Object.values(Scope)
const each = { each: true }

@InputType({ description: 'A new OAuth application.' })
export class CreateOauthAppInput {
  // The consent page shows the name, so it must not hide, reverse or break the text around it.
  @Matches(/^\P{Bidi_Control}*$/u, { message: 'must not contain text direction marks' })
  @Matches(/[^\p{C}\p{Z}\p{M}\p{DI}]/u, { message: 'must contain a visible character' })
  @TrimmedLength(1, 64)
  @IsHumanText()
  @Field(() => String, { description: 'Name shown on the consent page, 1 to 64 characters on one line.' })
  name!: string

  @MaxLength(redirectUriMaxLength, { ...each, message: `must each have at most ${redirectUriMaxLength} characters` })
  @ArrayUnique({ message: 'must not contain duplicates' })
  @MaxItems(10)
  @NotEmptyList()
  @Field(() => [Url], {
    description:
      'Allowed redirect URIs, 1 to 10: https, http on a loopback host (`127.0.0.1`, `[::1]`, `localhost`), ' +
      'or for a public application its own scheme (`com.example.app:/callback`). They must match exactly.',
  })
  redirectUris!: string[]

  @IsIn(scopeNames, { ...each, message: `must each be one of ${scopeNames.join(', ')}` })
  @ArrayUnique({ message: 'must not contain duplicates' })
  @NotEmptyList()
  @Field(() => [Scope], { description: 'Scopes that the application may request, at least one.' })
  scopes!: Scope[]

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'True for browser and mobile applications, which get no client secret. Cannot be changed later.',
  })
  isPublic!: boolean
}

@InputType({ description: 'Changes of an OAuth application. Absent fields keep their value.' })
export class UpdateOauthAppInput extends changesOf(CreateOauthAppInput, 'isPublic') {}
