import { describe, expect, it } from 'vitest'
import {
  ApiKeyNotAccepted,
  InsufficientScope,
  InvalidToken,
  Unauthenticated,
} from '../../src/platform/auth/auth.errors.ts'
import { authorize, requireAccount } from '../../src/platform/auth/authorization.ts'
import {
  type AuthenticatedCaller,
  type AuthScheme,
  anonymousCaller,
  type Caller,
} from '../../src/platform/auth/caller.ts'
import { allScopes, type Scope } from '../../src/platform/auth/scopes.ts'
import type { ServiceError } from '../../src/platform/shared/service-error.ts'

const schemes: readonly AuthScheme[] = ['session', 'apiKey', 'oauth']
const scopes = [...allScopes]

const account = (scheme: AuthScheme, granted: Iterable<Scope>): AuthenticatedCaller => ({
  kind: 'account',
  workspaces: [],
  memberships: [],
  accountId: 'acc_1',
  actorId: 'acc_1',
  scheme,
  scopes: new Set(granted),
})

function errorOf(caller: Caller, scope: Scope): ServiceError | null {
  try {
    authorize(caller, { open: false, scope })
    return null
  } catch (error) {
    return error as ServiceError
  }
}

/** Every scheme with its scope, except API keys for profile operations. */
const expected = (scheme: AuthScheme, scope: Scope, isGranted: boolean) => {
  if (scheme === 'apiKey' && (scope === 'read:profile' || scope === 'write:profile')) return ApiKeyNotAccepted
  return isGranted ? null : InsufficientScope
}

describe('authorize', () => {
  const cells = schemes.flatMap((scheme) =>
    scopes.flatMap((scope) =>
      [true, false].map((isGranted) => {
        const error = expected(scheme, scope, isGranted)
        return [scheme, isGranted ? 'with' : 'without', scope, error?.definition.code ?? 'admitted', error] as const
      }),
    ),
  )

  it.each(cells)('%s %s %s: %s', (scheme, granted, scope, _code, error) => {
    const others = scopes.filter((each) => each !== scope)
    const caller = account(scheme, granted === 'with' ? scopes : others)
    const failure = errorOf(caller, scope)
    expect(failure?.constructor ?? null).toBe(error)
  })

  it.each(scopes)('allows %s with that scope and no other', (scope) => {
    expect(errorOf(account('oauth', [scope]), scope)).toBeNull()
    for (const other of scopes.filter((each) => each !== scope)) {
      expect(errorOf(account('oauth', [scope]), other)).toBeInstanceOf(InsufficientScope)
    }
  })

  it('throws 401 API_KEY_NOT_ACCEPTED for a key with a profile scope', () => {
    const failure = errorOf(account('apiKey', scopes), 'read:profile')
    expect([failure?.status, failure?.code]).toEqual([401, 'API_KEY_NOT_ACCEPTED'])
    expect(failure?.headers).toEqual({ 'www-authenticate': 'Bearer realm="tack"' })
  })

  it('throws 403 SESSION_REQUIRED for an OAuth token with every scope', () => {
    const errors = schemes.map((scheme) => {
      try {
        return authorize(account(scheme, scopes), { open: false, scope: 'write:profile', sessionOnly: true })
      } catch (error) {
        return (error as ServiceError).code
      }
    })
    expect(errors).toEqual([undefined, 'API_KEY_NOT_ACCEPTED', 'SESSION_REQUIRED'])
  })

  it('throws 403 FORBIDDEN without the role, and the error of the credential for a key or token', () => {
    const access = { open: false, scope: 'write:profile', sessionOnly: true, role: 'admin' } as const
    const callers = [
      account('session', scopes),
      { ...account('session', scopes), role: 'user' },
      ...schemes.map((scheme) => ({ ...account(scheme, scopes), role: 'admin' })),
    ] as AuthenticatedCaller[]
    const errors = callers.map((caller) => {
      try {
        return authorize(caller, access)
      } catch (error) {
        return (error as ServiceError).code
      }
    })
    expect(errors).toEqual(['FORBIDDEN', 'FORBIDDEN', undefined, 'API_KEY_NOT_ACCEPTED', 'SESSION_REQUIRED'])
  })

  it('throws 403 INSUFFICIENT_SCOPE with the scope in details and in WWW-Authenticate', () => {
    const failure = errorOf(account('oauth', ['read:links']), 'write:links')
    expect([failure?.status, failure?.code]).toEqual([403, 'INSUFFICIENT_SCOPE'])
    expect(failure?.details).toEqual([expect.objectContaining({ requiredScope: 'write:links' })])
    expect(failure?.headers['www-authenticate']).toBe(
      'Bearer realm="tack", error="insufficient_scope", scope="write:links"',
    )
  })

  it.each(scopes)('throws 401 without a credential for %s, and the error of an invalid credential', (scope) => {
    expect(errorOf(anonymousCaller, scope)).toBeInstanceOf(Unauthenticated)
    const failure = new InvalidToken()
    expect(errorOf({ kind: 'invalid', error: failure }, scope)).toBe(failure)
  })

  it('allows any caller for an open operation', () => {
    const callers: Caller[] = [anonymousCaller, { kind: 'invalid', error: new InvalidToken() }, account('apiKey', [])]
    for (const caller of callers) expect(() => authorize(caller, { open: true })).not.toThrow()
  })
})

describe('requireAccount', () => {
  it('returns the account, or throws a 401', () => {
    const caller = account('session', scopes)
    expect(requireAccount(caller)).toBe(caller)
    expect(() => requireAccount(anonymousCaller)).toThrow(Unauthenticated)
    expect(() => requireAccount({ kind: 'invalid', error: new InvalidToken() })).toThrow(InvalidToken)
  })
})
