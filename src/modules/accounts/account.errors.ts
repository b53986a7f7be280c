import { defineError } from '../../platform/shared/service-error.ts'

export class InvalidCredentials extends defineError({
  code: 'INVALID_CREDENTIALS',
  status: 401,
  when: 'The login failed. The answer is the same for an unknown e-mail address and a wrong password.',
  resolution: 'Check the e-mail address and the password, or register at POST /auth/register.',
}) {
  constructor() {
    super('The e-mail address or the password is wrong.')
  }
}

export class EmailTaken extends defineError({
  code: 'EMAIL_TAKEN',
  status: 400,
  when: 'An account with this e-mail address already exists.',
  resolution: 'Log in at POST /auth/login, or register with another e-mail address.',
}) {
  constructor(cause: unknown) {
    super('An account with this e-mail address already exists.', {
      cause,
      details: [{ field: 'email', issue: 'is taken' }],
    })
  }
}
