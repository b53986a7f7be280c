import { defineError } from '../shared/service-error.ts'
import type { ProofWay } from './login-proof.ts'
import type { Scope } from './scopes.ts'
import type { WorkspaceRole } from './workspace-role.ts'

/** RFC 6750, section 3: a 401 names the scheme, and `invalid_token` when a token was sent. */
const challenge = { 'www-authenticate': 'Bearer realm="tack"' }
const invalidToken = { 'www-authenticate': 'Bearer realm="tack", error="invalid_token"' }

export class Unauthenticated extends defineError({
  code: 'UNAUTHENTICATED',
  status: 401,
  when: 'The operation needs an account, and the request has no credential.',
  resolution: 'Send the header Authorization: Bearer <token>, with the token from {@login}.',
}) {
  constructor() {
    super('This operation needs a credential.', { headers: challenge })
  }
}

export class InvalidToken extends defineError({
  code: 'INVALID_TOKEN',
  status: 401,
  when: 'The credential is malformed, has a wrong signature, was ended by a logout or a new password, or has no account.',
  resolution: 'Log in again with {@login}, or create an API key with {@createApiKey}, and send the new one.',
}) {
  constructor(cause?: unknown) {
    super('The credential is not valid.', { cause, headers: invalidToken })
  }
}

export class TokenExpired extends defineError({
  code: 'TOKEN_EXPIRED',
  status: 401,
  when: 'The token has expired.',
  resolution: 'Log in again with {@login} and send the new token.',
}) {
  constructor() {
    super('The token has expired.', { headers: invalidToken })
  }
}

export class ApiKeyRevoked extends defineError({
  code: 'API_KEY_REVOKED',
  status: 401,
  when: 'The API key was revoked.',
  resolution: 'Create a new key with {@createApiKey}.',
}) {
  constructor() {
    super('The API key was revoked.', { headers: invalidToken })
  }
}

export class ApiKeyExpired extends defineError({
  code: 'API_KEY_EXPIRED',
  status: 401,
  when: 'The API key has expired.',
  resolution: 'Create a new key with {@createApiKey}.',
}) {
  constructor() {
    super('The API key has expired.', { headers: invalidToken })
  }
}

export class ApiKeyNotAccepted extends defineError({
  code: 'API_KEY_NOT_ACCEPTED',
  status: 401,
  when: 'The operation concerns the profile or credentials and does not accept API keys.',
  resolution: 'Send a login token, or an OAuth token with the scope of the operation.',
}) {
  constructor() {
    super('This operation does not accept API keys.', { headers: challenge })
  }
}

export class InsufficientScope extends defineError({
  code: 'INSUFFICIENT_SCOPE',
  status: 403,
  when: 'The OAuth token lacks the scope that the operation, a field or an object needs; details name it.',
  resolution: 'Authorize the application again with the scope named in details.',
}) {
  constructor(scope: Scope) {
    super(`This needs the scope ${scope}.`, {
      details: [{ field: 'scope', issue: 'is missing from the token', requiredScope: scope }],
      headers: { 'www-authenticate': `Bearer realm="tack", error="insufficient_scope", scope="${scope}"` },
    })
  }
}

export class SessionRequired extends defineError({
  code: 'SESSION_REQUIRED',
  status: 403,
  when: 'The operation accepts only the token of a login, not an API key or an OAuth token.',
  resolution: 'Log in with {@login} and send the token of that login.',
}) {
  constructor() {
    super('This operation accepts only the token of a login.')
  }
}

export class Forbidden extends defineError({
  code: 'FORBIDDEN',
  status: 403,
  when: 'The role of the account does not allow this operation.',
  resolution: 'Contact an account whose role allows it.',
}) {
  constructor() {
    super('The role of your account does not allow this.')
  }
}

export class AccountBeingDeleted extends defineError({
  code: 'ACCOUNT_BEING_DELETED',
  status: 403,
  when: 'The owner of the account has asked for its deletion, which can be undone for 7 days; nothing else can be done meanwhile.',
  resolution: 'Log in with {@login} and undo the deletion with {@cancelAccountDeletion}.',
}) {
  constructor() {
    super('This account is being deleted.')
  }
}

export class AccountSuspended extends defineError({
  code: 'ACCOUNT_SUSPENDED',
  status: 403,
  when: 'An admin of the installation has suspended the account: nothing that acts for it is accepted, and its links are blocked.',
  resolution: 'Contact the operator of the installation. Nothing of the account was deleted.',
}) {
  constructor() {
    super('This account is suspended.')
  }
}

export class StepUpRequired extends defineError({
  code: 'STEP_UP_REQUIRED',
  status: 403,
  when:
    'The change outlives the session, and the owner of the account has proved their identity more than 10 minutes ago. `ways` are what ' +
    'proves it again: code, password or page.',
  resolution: 'Prove it again in one of the ways, or by a new login. Then repeat the request.',
}) {
  /** `ways` are what proves the identity of this owner. */
  constructor(ways: readonly ProofWay[]) {
    const [first = 'by a new login', ...others] = ways.map((way) => proofActs[way])
    super('This needs a proof of your identity that is at most 10 minutes old.', {
      resolution: `Prove it again ${[first, ...others].join(', or ')}. Then repeat the request.`,
      members: { ways },
    })
  }
}

const proofActs: Readonly<Record<ProofWay, string>> = {
  code: 'with {@proveIdentity} and a code of the authenticator app or a recovery code',
  password: 'with {@proveIdentity} and the password',
  page: 'in a browser on the page /account/prove',
}

export class SecondFactorNeeded extends defineError({
  code: 'SECOND_FACTOR_NEEDED',
  status: 403,
  when: 'The workspace admits only accounts with a second factor, and the account of the login has none.',
  resolution: 'Add a second factor with {@addAuthenticatorApp}, or in a browser on the page /account/security.',
}) {
  constructor() {
    super('This workspace needs a second factor of your account.')
  }
}

export class WorkspaceNotFound extends defineError({
  code: 'WORKSPACE_NOT_FOUND',
  status: 404,
  when: 'The workspace does not exist, was deleted, or the caller is not a member.',
  resolution: 'Check the id; {@workspaces} lists your workspaces.',
}) {
  constructor() {
    super('The workspace was not found.')
  }
}

export class RoleTooLow extends defineError({
  code: 'ROLE_TOO_LOW',
  status: 403,
  when: 'The role of the caller in the workspace does not allow this; details name the lowest role that does.',
  resolution: 'Ask an owner or admin of the workspace.',
}) {
  constructor(requiredRole: WorkspaceRole) {
    super(`Only a member with the role ${requiredRole} or a higher one may do this.`, {
      details: [{ field: 'role', issue: `must be ${requiredRole} or higher`, requiredRole }],
    })
  }
}
