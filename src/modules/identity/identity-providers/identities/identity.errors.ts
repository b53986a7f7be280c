import { defineError } from '../../../../platform/shared/service-error.ts'

export class IdentityNotFound extends defineError({
  code: 'IDENTITY_NOT_FOUND',
  status: 404,
  when: 'The identity does not exist, was removed, or belongs to another account.',
  resolution: 'Check the id; {@identities} lists your identities.',
}) {
  constructor() {
    super('The identity was not found.')
  }
}

export class LastIdentity extends defineError({
  code: 'LAST_IDENTITY',
  status: 409,
  when: 'Without this identity, the account would have no way to log in.',
  resolution:
    'Choose a password with {@requestPasswordReset}, or connect another provider on the page /account/identities.',
}) {
  constructor() {
    super('This is the only way to log in to the account.')
  }
}

/** Another account is connected with the person. Only pages connect, and say so. */
export class IdentityTaken extends Error {
  override readonly name = 'IdentityTaken'
}
