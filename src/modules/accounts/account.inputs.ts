import { dictionary } from '@zxcvbn-ts/language-common'
import { IsEmail, Length, Matches, MaxLength, ValidateBy } from 'class-validator'
import { ArgsType, Field } from 'type-graphql'

const minLength = 8

/** The 10,000 most common passwords (Xato's ten million, as zxcvbn ranks them) of those that are long enough at all. */
const commonPasswords = new Set(
  dictionary['passwords-common'].filter((each) => each.length >= minLength).slice(0, 10_000),
)

/** Refuses an account password that everybody tries first, whatever its case. */
export function IsUncommonPassword(): PropertyDecorator {
  return ValidateBy({
    name: 'isUncommon',
    validator: {
      validate: (text) => typeof text !== 'string' || text.length < minLength || !isCommonPassword(text),
      defaultMessage: () => 'is one of the most common passwords; choose another one',
    },
  })
}

function isCommonPassword(text: string): boolean {
  const password = text.normalize('NFKC').toLowerCase()
  return commonPasswords.has(password) || isRepeatedOrSequential(password)
}

/** What zxcvbn finds without its list, which therefore omits it: `88888888`, `12341234`, `abcdefgh`, `87654321`. */
function isRepeatedOrSequential(text: string): boolean {
  if (text.length > 16) return false
  const steps = Array.from(text.slice(1), (_, index) => text.charCodeAt(index + 1) - text.charCodeAt(index))
  return /^(.{1,4})\1+$/s.test(text) || [1, -1].some((step) => steps.every((each) => each === step))
}

@ArgsType()
export class RegisterArgs {
  @Length(1, 100)
  @Matches(/\S/, { message: 'must not be blank' })
  @Field(() => String, { description: 'The name to show, 1 to 100 characters.' })
  name!: string

  @IsEmail({}, { message: 'must be an e-mail address' })
  @MaxLength(254)
  @Field(() => String, { description: 'The e-mail address to log in with; upper and lower case count as the same.' })
  email!: string

  @Length(8, 128)
  @IsUncommonPassword()
  @Field(() => String, { description: 'The password, 8 to 128 characters, and none of those that everybody tries.' })
  password!: string
}

@ArgsType()
export class LoginArgs {
  @IsEmail({}, { message: 'must be an e-mail address' })
  @MaxLength(254)
  @Field(() => String, { description: 'The e-mail address given at registration.' })
  email!: string

  // Longer than any password can be is refused before it costs a hash.
  @Length(1, 1024)
  @Field(() => String, { description: 'The password.' })
  password!: string
}

@ArgsType()
export class ChangePasswordArgs {
  @Length(1, 1024)
  @Field(() => String, { description: 'The password until now.' })
  currentPassword!: string

  @Length(8, 128)
  @IsUncommonPassword()
  @Field(() => String, {
    description: 'The new password, 8 to 128 characters, and none of those that everybody tries.',
  })
  newPassword!: string
}
