import { Field, Int, ObjectType } from 'type-graphql'
import { Access, InheritsAccess } from '../../../../platform/auth/authorization.ts'
import { Passkey } from '../passkeys/passkey.entity.ts'

@Access('read:profile')
@ObjectType({ description: 'How the caller can log in.' })
export class SignInMethods {
  @Field(() => Boolean, { description: 'Whether the account has a password.' })
  hasPassword!: boolean

  @Field(() => Date, {
    nullable: true,
    description: 'When the authenticator app was added, whose codes are the second factor. Null without one.',
  })
  authenticatorAppSince!: Date | null

  @Field(() => [Passkey], { description: 'Its passkeys, the first one first. A page adds them: `/account/security`.' })
  passkeys!: Passkey[]

  @Field(() => Int, { description: 'How many recovery codes were not used yet.' })
  recoveryCodesLeft!: number
}

@InheritsAccess()
@ObjectType({ description: 'What an authenticator app needs. It is shown once.' })
export class NewAuthenticatorApp {
  @Field(() => String, { description: 'The secret in Base32, to be typed into the app.' })
  secret!: string

  @Field(() => String, { description: 'The same as an address for a QR code, such as `otpauth://totp/...`.' })
  uri!: string
}

@InheritsAccess()
@ObjectType({ description: 'New recovery codes. They are shown once, and replace the earlier ones.' })
export class RecoveryCodes {
  @Field(() => [String], { description: 'Ten codes, such as `k3v8-w2zq-7m4t-x9hd`. Each is valid once.' })
  codes!: string[]
}
