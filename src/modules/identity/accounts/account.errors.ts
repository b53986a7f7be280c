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
  when: 'The account does not exist, or is not the account of the caller, who is no admin of the installation.',
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
  resolution:
    'Log in with {@login}, or register with another e-mail address. If somebody else has registered yours, set a password with ' +
    '{@requestPasswordReset}.',
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

export class EmailChangeEnded extends defineError({
  code: 'EMAIL_CHANGE_ENDED',
  status: 400,
  when:
    'The change of the e-mail address has ended: it was stopped at the present address, replaced by another one, or the session that began it ' +
    'has ended, by a new password, a logout or its removal.',
  resolution: 'The account keeps its address. Ask again with {@requestEmailChange}.',
}) {
  constructor() {
    super('This change of the e-mail address was ended. The account keeps its address.')
  }
}

export class EmailChangeDone extends defineError({
  code: 'EMAIL_CHANGE_DONE',
  status: 409,
  when: 'The e-mail address was changed before, so the change cannot be stopped any more.',
  resolution: 'If you did not change it, contact the operator of the service.',
}) {
  constructor() {
    super('The e-mail address was changed already.')
  }
}

export class EmailVerificationNeedsLogin extends defineError({
  code: 'EMAIL_VERIFICATION_NEEDS_LOGIN',
  status: 401,
  when:
    'An e-mail address is verified by a login of its account only, and the request has none. The token alone proves nothing: somebody ' +
    'else may have registered the address.',
  resolution:
    'Log in to the account with {@login}, and send the request again with the token of that login. If you have not registered, set a ' +
    'password with {@requestPasswordReset} and {@resetPassword}: everything that gave access to the account before ends.',
}) {
  constructor() {
    super('Log in to the account whose e-mail address is verified.')
  }
}

export class EmailChangeNeedsLogin extends defineError({
  code: 'EMAIL_CHANGE_NEEDS_LOGIN',
  status: 401,
  when: 'A new e-mail address is confirmed by a login of its account only, and the request has none.',
  resolution: 'Log in to the account with {@login}, and send the request again with the token of that login.',
}) {
  constructor() {
    super('Log in to the account whose e-mail address changes.')
  }
}
