import { dictionary } from '@zxcvbn-ts/language-common'
import { IsIn, Length, Matches, MaxLength } from 'class-validator'
import { ArgsType, Field, InputType } from 'type-graphql'
import {
  HasNoIssue,
  IsEmailAddress,
  IsHumanText,
  IsOneOf,
  MaxItems,
} from '../../../platform/graphql/inputs/argument-validation.ts'
import { defineIssue, unknownZone } from '../../../platform/shared/field-issue.ts'
import { isZone } from '../../../platform/shared/time-zone.ts'
import { type Language, languages } from '../../../platform/web/language.ts'
import { LanguageType, OptionalMail } from './preferences/preferences.types.ts'

const minLength = 8

/** The 10,000 most common passwords of sufficient length (Xato's ten million, in the order of zxcvbn). */
const commonPasswords = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= minLength).slice(0, 10_000),
)

const commonPassword = defineIssue('COMMON_PASSWORD', 'is one of the most common passwords; choose another one')

/** Rejects common passwords, regardless of case. */
export function IsUncommonPassword(): PropertyDecorator {
  return HasNoIssue('isUncommon', (text) =>
    typeof text === 'string' && text.length >= minLength && isCommonPassword(text) ? commonPassword() : undefined,
  )
}

function isCommonPassword(text: string): boolean {
  const password = text.normalize('NFKC').toLowerCase()
  return commonPasswords.has(password) || isRepeatedOrSequential(password)
}

/** Patterns that the list of zxcvbn omits: `88888888`, `12341234`, `abcdefgh`, `87654321`. */
function isRepeatedOrSequential(text: string): boolean {
  if (text.length > 16) return false
  const steps = Array.from(text.slice(1), (_, index) => text.charCodeAt(index + 1) - text.charCodeAt(index))
  return /^(.{1,4})\1+$/s.test(text) || [1, -1].some((step) => steps.every((difference) => difference === step))
}

@InputType({ description: 'A new account.' })
export class RegisterInput {
  @Length(1, 100)
  @Matches(/\S/, { message: 'must not be blank' })
  @IsHumanText()
  @Field(() => String, { description: 'Display name, 1 to 100 characters.' })
  name!: string

  @IsEmailAddress()
  @MaxLength(254)
  @IsHumanText()
  @Field(() => String, { description: 'E-mail address for the login. Case does not matter.' })
  email!: string

  @Length(8, 128)
  @IsUncommonPassword()
  @Field(() => String, { description: 'Password, 8 to 128 characters. Common passwords are rejected.' })
  password!: string
}

const optionalMails = Object.values(OptionalMail)

@ArgsType()
export class UpdateProfileArgs {
  @Length(1, 100)
  @Matches(/\S/, { message: 'must not be blank' })
  @IsHumanText()
  @Field(() => String, { nullable: true, description: 'Display name, 1 to 100 characters.' })
  name?: string | null

  @IsOneOf(languages)
  @Field(() => LanguageType, {
    nullable: true,
    description: 'Language of the mails to the account. Null for the language of the request that causes a mail.',
  })
  language?: Language | null

  @HasNoIssue('isZone', (name) => (isZone(String(name)) ? undefined : unknownZone()))
  @MaxLength(64)
  @Field(() => String, {
    nullable: true,
    description: 'Time zone of the IANA database for the times in mails, such as `Europe/Berlin`. Null for UTC.',
  })
  timezone?: string | null

  @IsIn(optionalMails, { each: true, message: `must each be one of ${optionalMails.join(', ')}` })
  @MaxItems(20)
  @Field(() => [OptionalMail], {
    nullable: true,
    description: 'The mails that the account does not want. The others are sent. Replaces the list.',
  })
  unwantedMails?: OptionalMail[] | null
}

/** Of the argument that confirms a change which cannot be taken back. */
export const ownPasswordDescription =
  'Current password. Required, unless the account has none or the installation has switched passwords off.'

@ArgsType()
export class RequestEmailChangeArgs {
  @IsEmailAddress()
  @MaxLength(254)
  @IsHumanText()
  @Field(() => String, { description: 'New e-mail address. Case does not matter.' })
  email!: string

  @Length(1, 1024)
  @Field(() => String, { nullable: true, description: ownPasswordDescription })
  password?: string | null
}

@ArgsType()
export class LoginArgs {
  @IsEmailAddress()
  @MaxLength(254)
  @Field(() => String, { description: 'E-mail address given at registration.' })
  email!: string

  // Rejects overlong texts before they are hashed.
  @Length(1, 1024)
  @Field(() => String, { description: 'Password.' })
  password!: string
}

/** What ends with the old password, besides all sessions. */
@ArgsType()
export class NewPasswordArgs {
  @Length(8, 128)
  @IsUncommonPassword()
  @Field(() => String, {
    description: 'New password, 8 to 128 characters. Common passwords are rejected.',
  })
  newPassword!: string

  @Field(() => Boolean, {
    defaultValue: true,
    description: 'Whether to end the access of all OAuth applications, with the API keys and webhooks they created.',
  })
  endGrants!: boolean

  @Field(() => Boolean, { defaultValue: false, description: 'Whether to revoke all API keys.' })
  revokeApiKeys!: boolean
}

@ArgsType()
export class ChangePasswordArgs extends NewPasswordArgs {
  @Length(1, 1024)
  @Field(() => String, { description: 'Current password.' })
  currentPassword!: string
}

@ArgsType()
export class RequestPasswordResetArgs {
  @IsEmailAddress()
  @MaxLength(254)
  @IsHumanText()
  @Field(() => String, { description: 'E-mail address given at registration.' })
  email!: string
}

@ArgsType()
export class ResetPasswordArgs extends NewPasswordArgs {
  @Length(1, 100)
  @Field(() => String, { description: 'Token from the mail. It is valid once, for one hour.' })
  token!: string

  @Length(1, 40)
  @Field(() => String, {
    nullable: true,
    description: 'For an account with a second factor: the code of the authenticator app, or a recovery code.',
  })
  code?: string | null
}

@ArgsType()
export class VerifyEmailArgs {
  @Length(1, 100)
  @Field(() => String, { description: 'Token from the mail. It is valid once, for three days.' })
  token!: string
}

@ArgsType()
export class CancelEmailChangeArgs {
  @Length(1, 100)
  @Field(() => String, { description: 'Token from the mail to the present address.' })
  token!: string
}
