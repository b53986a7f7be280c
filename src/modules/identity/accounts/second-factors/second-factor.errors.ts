import type { SignInMethod } from '../../../../platform/auth/sign-in-method.ts'
import { defineError } from '../../../../platform/shared/service-error.ts'

export class SecondFactorRequired extends defineError({
  code: 'SECOND_FACTOR_REQUIRED',
  status: 401,
  when: 'The password is right, and the account has a second factor; challenge and methods are members of the error.',
  resolution:
    'Send the challenge and a code to {@completeLogin} within 10 minutes. A passkey works only on the page /account/login.',
}) {
  /** `challenge` stands for what has been proved so far; `methods` are the second factors of the account. */
  constructor(
    readonly challenge: string,
    methods: readonly SignInMethod[],
  ) {
    super('This account needs a second factor.', { members: { challenge, methods } })
  }
}

export class CodeRequired extends defineError({
  code: 'CODE_REQUIRED',
  status: 401,
  when: 'The link of the mail is valid, and the account has a second factor, whose code is missing.',
  resolution: 'Send the same request with a code of the authenticator app, or with a recovery code.',
}) {
  constructor() {
    super('A new password of this account needs a code of its second factor.')
  }
}

export class LoginChallengeInvalid extends defineError({
  code: 'LOGIN_CHALLENGE_INVALID',
  status: 401,
  when: 'The challenge of a login is malformed, is older than 10 minutes, or was ended by a logout or a new password.',
  resolution: 'Log in again with {@login}.',
}) {
  constructor(cause?: unknown) {
    super('The login took too long, or has ended.', { cause })
  }
}

export class SecondFactorInvalid extends defineError({
  code: 'SECOND_FACTOR_INVALID',
  status: 401,
  when: 'The code is wrong, has expired or was used before.',
  resolution: 'Enter the code that the authenticator app shows now, or a recovery code that was never used.',
}) {
  constructor() {
    super('The code is not valid.')
  }
}

export class AuthenticatorAppExists extends defineError({
  code: 'AUTHENTICATOR_APP_EXISTS',
  status: 409,
  when: 'The account has an authenticator app already.',
  resolution: 'Remove it first with {@removeAuthenticatorApp}.',
}) {
  constructor() {
    super('The account has an authenticator app already.')
  }
}

export class AuthenticatorAppNotFound extends defineError({
  code: 'AUTHENTICATOR_APP_NOT_FOUND',
  status: 404,
  when: 'The account has no authenticator app, or none that waits for its first code; for recovery codes, no second factor at all.',
  resolution: 'Add one with {@addAuthenticatorApp}.',
}) {
  constructor() {
    super('The account has no such authenticator app.')
  }
}
