import { createEnumType } from '../shared/enum-type.ts'

/** How the owner of an account proves their identity. */
const descriptions = {
  password: 'The password.',
  identity_provider: 'A login at an identity provider.',
  email_link: 'The link of a mail to the address of the account.',
  operator_link: 'A link that the operator of the installation has made.',
  authenticator_app: 'A code of an authenticator app.',
  passkey: 'A passkey, which is a second factor by itself.',
  recovery_code: 'A recovery code, which is valid once.',
}

export type SignInMethod = keyof typeof descriptions
export const SignInMethod = createEnumType<SignInMethod>(
  'SignInMethod',
  'How the owner of an account has proved their identity.',
  descriptions,
)

const secondFactors: ReadonlySet<SignInMethod> = new Set(['authenticator_app', 'passkey', 'recovery_code'])

/** Whether one of these is a second factor. */
export function includesSecondFactor(methods: readonly SignInMethod[]): boolean {
  return methods.some((method) => secondFactors.has(method))
}
