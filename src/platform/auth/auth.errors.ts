import { defineError } from '../shared/service-error.ts'
import type { Scope } from './scopes.ts'

/** RFC 6750 part 3: a 401 names the scheme, and says `invalid_token` when one was sent. */
const challenge = { 'www-authenticate': 'Bearer realm="tack"' }
const invalidToken = { 'www-authenticate': 'Bearer realm="tack", error="invalid_token"' }

export class Unauthenticated extends defineError({
  code: 'UNAUTHENTICATED',
  status: 401,
  when: 'The operation needs an account and no credential was sent.',
  resolution: 'Send the header Authorization: Bearer <token>, with the token from POST /auth/login.',
}) {
  constructor() {
    super('This operation needs a credential.', { headers: challenge })
  }
}

export class InvalidToken extends defineError({
  code: 'INVALID_TOKEN',
  status: 401,
  when: 'The credential is malformed, has a wrong signature, was ended by a logout or a new password, or belongs to no account.',
  resolution: 'Log in again at POST /auth/login, or create an API key at POST /keys, and send the new one.',
}) {
  constructor(cause?: unknown) {
    super('The credential is not valid.', { cause, headers: invalidToken })
  }
}

export class TokenExpired extends defineError({
  code: 'TOKEN_EXPIRED',
  status: 401,
  when: 'The token was valid and its time is over.',
  resolution: 'Log in again at POST /auth/login and send the new token.',
}) {
  constructor() {
    super('The token has expired.', { headers: invalidToken })
  }
}

export class ApiKeyRevoked extends defineError({
  code: 'API_KEY_REVOKED',
  status: 401,
  when: 'The API key was revoked.',
  resolution: 'Create a new key at POST /keys.',
}) {
  constructor() {
    super('The API key was revoked.', { headers: invalidToken })
  }
}

export class ApiKeyExpired extends defineError({
  code: 'API_KEY_EXPIRED',
  status: 401,
  when: 'The API key has expired.',
  resolution: 'Create a new key at POST /keys.',
}) {
  constructor() {
    super('The API key has expired.', { headers: invalidToken })
  }
}

export class ApiKeyNotAccepted extends defineError({
  code: 'API_KEY_NOT_ACCEPTED',
  status: 401,
  when: 'An API key was sent to an operation on the profile or on credentials.',
  resolution: 'Send a login token, or an OAuth token with the scope the operation names.',
}) {
  constructor() {
    super('This operation does not accept API keys.', { headers: challenge })
  }
}

export class InsufficientScope extends defineError({
  code: 'INSUFFICIENT_SCOPE',
  status: 403,
  when: 'The OAuth token does not carry the scope the operation needs; details name it.',
  resolution: 'Authorize the application again with the scope named in details.',
}) {
  constructor(scope: Scope) {
    super(`This operation needs the scope ${scope}.`, {
      details: [{ field: 'scope', issue: 'is missing from the token', requiredScope: scope }],
      headers: { 'www-authenticate': `Bearer realm="tack", error="insufficient_scope", scope="${scope}"` },
    })
  }
}

export class SessionRequired extends defineError({
  code: 'SESSION_REQUIRED',
  status: 403,
  when: 'The operation is for the person who logged in, and an OAuth token was sent, whatever its scopes.',
  resolution: 'Let the person log in at POST /auth/login, and send the token of that login.',
}) {
  constructor() {
    super('This operation needs the token of a login.')
  }
}

export class Forbidden extends defineError({
  code: 'FORBIDDEN',
  status: 403,
  when: 'The role of the account, on this installation or in the workspace, does not allow this.',
  resolution: 'Ask somebody whose role allows it.',
}) {
  constructor() {
    super('Your role does not allow this.')
  }
}
