import { ApiKeyExpired, ApiKeyRevoked, InvalidToken } from '../../platform/auth/auth.errors.ts'
import type { AuthenticatedCaller as Caller, CredentialReader } from '../../platform/auth/caller.ts'
import { apiKeyScopes } from '../../platform/auth/scopes.ts'
import type { Orm } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/shared/clock.ts'
import type { ServiceError } from '../../platform/shared/service-error.ts'
import { type ApiKeyHasher, apiKeyPrefix, isWellFormedApiKey } from './api-key-secret.ts'
import { type ApiKeyUsageTracker, lastUsedIntervalMs } from './api-key-usage.ts'

/** What the credential of a request needs to know of its key, at the instant of the request. */
interface ApiKeyRow {
  readonly id: string
  readonly accountId: string
  readonly isRevoked: boolean
  readonly hasExpired: boolean
  readonly isUseDue: boolean
}

type ApiKeyStatus = Pick<ApiKeyRow, 'isRevoked' | 'hasExpired'>

/**
 * Reads an API key as a credential. One look by its digest for each request and nothing kept in between, so that a
 * revoked key fails on the very next request of every node.
 */
export class ApiKeyReader implements CredentialReader {
  readonly #orm: Orm
  readonly #clock: Clock
  readonly #digests: ApiKeyHasher
  readonly #usage: ApiKeyUsageTracker

  constructor(orm: Orm, clock: Clock, digests: ApiKeyHasher, usage: ApiKeyUsageTracker) {
    this.#orm = orm
    this.#clock = clock
    this.#digests = digests
    this.#usage = usage
  }

  canRead(token: string): boolean {
    return token.startsWith(apiKeyPrefix)
  }

  async read(token: string): Promise<Caller> {
    if (!isWellFormedApiKey(token)) throw new InvalidToken()
    const digests = this.#digests.computeDigests(token)
    const now = this.#clock.now()
    const key = await this.#find(digests, now)
    const error = findAuthError(key)
    if (!key || error) throw error ?? new InvalidToken()
    if (key.isUseDue) this.#usage.record(key.id, { at: now, digest: digests[0] })
    return { kind: 'account', accountId: key.accountId, actorId: key.id, scheme: 'apiKey', scopes: apiKeyScopes }
  }

  async findInvalid(tokens: readonly string[]): Promise<ReadonlyMap<string, ServiceError>> {
    const digests = new Map(tokens.map((token) => [token, this.#digests.computeDigests(token)]))
    const rows = await this.#orm.em.fork().execute<(ApiKeyStatus & { digest: string })[]>(
      `select key_hash as digest, revoked_at is not null as "isRevoked", expires_at <= ? as "hasExpired"
           from api_key where key_hash in (?)`,
      [this.#clock.now(), [...digests.values()].flat()],
    )
    const rowsByDigest = new Map(rows.map((row) => [row.digest, row]))
    return new Map(
      [...digests].flatMap(([token, tokenDigests]): [string, ServiceError][] => {
        const error = findAuthError(
          tokenDigests.map((digest) => rowsByDigest.get(digest)).find((row) => row !== undefined),
        )
        return error ? [[token, error]] : []
      }),
    )
  }

  /** Plain SQL, because every request with a key comes by here: an entity takes several times the work. */
  async #find(digests: readonly string[], now: Date): Promise<ApiKeyRow | undefined> {
    const [row] = await this.#orm.em.fork().execute<ApiKeyRow[]>(
      `select id, account_id as "accountId", revoked_at is not null as "isRevoked", expires_at <= ? as "hasExpired",
              last_used_at is null or last_used_at <= ? as "isUseDue"
         from api_key where key_hash in (${digests.map(() => '?').join(', ')})`,
      [now, new Date(now.getTime() - lastUsedIntervalMs), ...digests],
    )
    return row
  }
}

function findAuthError(key: ApiKeyStatus | undefined): ServiceError | null {
  if (!key) return new InvalidToken()
  if (key.isRevoked) return new ApiKeyRevoked()
  return key.hasExpired ? new ApiKeyExpired() : null
}
