import { defineError } from '../../../platform/shared/service-error.ts'

export class InvalidCredentials extends defineError({
  code: 'INVALID_CREDENTIALS',
  status: 401,
  when: 'The login failed. The answer is the same for an unknown e-mail address and a wrong password.',
  resolution: 'Check the e-mail address and the password, or register with {@register}.',
}) {
  constructor() {
    super('The e-mail address or the password is wrong.')
  }
}

export class PasswordLoginOff extends defineError({
  code: 'PASSWORD_LOGIN_OFF',
  status: 403,
  when: 'The installation has no passwords: people log in at an identity provider.',
  resolution: 'Log in with a browser on the page /account/login. Programs use an API key or an OAuth application.',
}) {
  constructor() {
    super('Passwords are switched off on this installation.')
  }
}

export class AccountNotFound extends defineError({
  code: 'ACCOUNT_NOT_FOUND',
  status: 404,
  when: 'The account does not exist or is not the account of the caller.',
  resolution: 'Check the id; {@me} is your account.',
}) {
  constructor() {
    super('The account was not found.')
  }
}

export class SessionNotFound extends defineError({
  code: 'SESSION_NOT_FOUND',
  status: 404,
  when: 'The session does not exist, has ended, or belongs to another account.',
  resolution: 'Check the id; {@sessions} lists your sessions.',
}) {
  constructor() {
    super('The session was not found.')
  }
}

export class ActivityNotFound extends defineError({
  code: 'ACTIVITY_NOT_FOUND',
  status: 404,
  when: 'The activity does not exist, is older than 90 days, or belongs to another account.',
  resolution: 'Check the id; {@activities} lists your activities.',
}) {
  constructor() {
    super('The activity was not found.')
  }
}

export class EmailTaken extends defineError({
  code: 'EMAIL_TAKEN',
  status: 400,
  when: 'An account with this e-mail address already exists.',
  resolution: 'Log in with {@login}, or register with another e-mail address.',
}) {
  constructor(cause: unknown) {
    super('An account with this e-mail address already exists.', {
      cause,
      details: [{ field: 'email', issue: 'is taken' }],
    })
  }
}

export class MailLinkInvalid extends defineError({
  code: 'MAIL_LINK_INVALID',
  status: 400,
  when: 'The token of a mail is unknown, has expired or was used.',
  resolution: 'Request a new mail with {@requestPasswordReset} or {@requestEmailVerification}.',
}) {
  constructor() {
    super('The link of this mail is not valid: it has expired, was used, or is incomplete.')
  }
}
