import { InvalidToken, TokenExpired } from '../../../platform/auth/auth.errors.ts'
import type { AuthenticatedCaller as Caller, CredentialReader } from '../../../platform/auth/caller.ts'
import { allScopes, type Scope } from '../../../platform/auth/scopes.ts'
import type { Orm } from '../../../platform/database/database.ts'
import type { Clock } from '../../../platform/shared/clock.ts'
import type { ServiceError } from '../../../platform/shared/service-error.ts'
import { digestRecordId } from './oauth-record-store.ts'

export const accessTokenPrefix = 'tko_'
export const refreshTokenPrefix = 'tkr_'

interface AccessTokenRow {
  readonly digest: string
  readonly account_id: string
  readonly client_id: string
  readonly scope: string | null
  readonly expired: boolean
}

/**
 * Reads the access tokens of the OAuth provider. They are looked up on every request, so that one that was revoked, or
 * whose grant, application or account is gone, fails on the next.
 */
export class OAuthTokenReader implements CredentialReader {
  readonly #orm: Orm
  readonly #clock: Clock

  constructor(orm: Orm, clock: Clock) {
    this.#orm = orm
    this.#clock = clock
  }

  canRead(token: string): boolean {
    return token.startsWith(accessTokenPrefix)
  }

  async read(token: string): Promise<Caller> {
    const [row] = await this.#find([digestRecordId(token)])
    if (!row) throw new InvalidToken()
    if (row.expired) throw new TokenExpired()
    const granted = (row.scope ?? '').split(' ').filter((scope): scope is Scope => allScopes.has(scope as Scope))
    const { account_id: accountId, client_id: actorId } = row
    return { kind: 'account', accountId, actorId, scheme: 'oauth', scopes: new Set(granted) }
  }

  async findInvalid(tokens: readonly string[]): Promise<ReadonlyMap<string, ServiceError>> {
    const digests = tokens.map(digestRecordId)
    const rowsByDigest = new Map((await this.#find(digests)).map((row) => [row.digest, row]))
    return new Map(
      tokens.flatMap((token, index): [string, ServiceError][] => {
        const row = rowsByDigest.get(digests[index] ?? '')
        if (row && !row.expired) return []
        return [[token, row ? new TokenExpired() : new InvalidToken()]]
      }),
    )
  }

  /** Account and application need no look: their rows take the records with them. */
  #find(digests: readonly string[]): Promise<AccessTokenRow[]> {
    return this.#orm.em.fork().execute<AccessTokenRow[]>(
      `select t.digest, t.account_id, t.client_id, t.payload ->> 'scope' as scope, least(t.expires_at, g.expires_at) <= ? as expired
         from oauth_record t join oauth_record g on g.model = 'Grant' and g.digest = t.grant_id
        where t.model = 'AccessToken' and t.digest in (?) and t.account_id is not null and t.client_id is not null`,
      [this.#clock.now(), digests],
    )
  }
}
