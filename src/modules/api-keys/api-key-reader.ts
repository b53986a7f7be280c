import { ApiKeyExpired, ApiKeyRevoked, InvalidToken } from '../../platform/auth/auth.errors.ts'
import type { AuthenticatedCaller, CredentialReader } from '../../platform/auth/caller.ts'
import { apiKeyScopes } from '../../platform/auth/scopes.ts'
import type { Orm } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/shared/clock.ts'
import type { ServiceError } from '../../platform/shared/service-error.ts'
import { ApiKey } from './api-key.entity.ts'
import { findCredential } from './api-key.queries.ts'
import { type ApiKeyHasher, apiKeyPrefix, isWellFormedApiKey } from './api-key-secret.ts'
import { type ApiKeyUsageTracker, lastUsedIntervalMs } from './api-key-usage.ts'

/**
 * Reads an API key as a credential. Each request runs one query and nothing is cached, so a revoked key fails on the next
 * request of every node.
 */
export class ApiKeyReader implements CredentialReader {
  readonly #orm: Orm
  readonly #clock: Clock
  readonly #hasher: ApiKeyHasher
  readonly #usageTracker: ApiKeyUsageTracker

  constructor(orm: Orm, clock: Clock, hasher: ApiKeyHasher, usageTracker: ApiKeyUsageTracker) {
    this.#orm = orm
    this.#clock = clock
    this.#hasher = hasher
    this.#usageTracker = usageTracker
  }

  canRead(token: string): boolean {
    return token.startsWith(apiKeyPrefix)
  }

  async read(token: string): Promise<AuthenticatedCaller> {
    if (!isWellFormedApiKey(token)) throw new InvalidToken()
    const digests = this.#hasher.computeDigests(token)
    const now = this.#clock.now()
    const lastUsedBefore = new Date(now.getTime() - lastUsedIntervalMs)
    const key = await findCredential(this.#orm.em.fork(), digests, now, lastUsedBefore)
    if (!key) throw new InvalidToken()
    if (key.is_revoked) throw new ApiKeyRevoked()
    if (key.has_expired) throw new ApiKeyExpired()
    if (key.is_use_due) this.#usageTracker.record({ id: key.id, at: now, digest: digests[0] })
    return { kind: 'account', accountId: key.account_id, actorId: key.id, scheme: 'apiKey', scopes: apiKeyScopes }
  }

  async findInvalid(tokens: readonly string[]): Promise<ReadonlyMap<string, ServiceError>> {
    const now = this.#clock.now()
    const digests = new Map(tokens.map((token) => [token, this.#hasher.computeDigests(token)]))
    const keys = await this.#orm.em
      .fork()
      .find(
        ApiKey,
        { keyHash: { $in: [...digests.values()].flat() } },
        { fields: ['keyHash', 'revokedAt', 'expiresAt'] },
      )
    const keysByDigest = new Map(keys.map((key) => [key.keyHash, key]))
    const errors = new Map<string, ServiceError>()
    for (const [token, tokenDigests] of digests) {
      const key = tokenDigests.map((digest) => keysByDigest.get(digest)).find((each) => each !== undefined)
      if (!key) errors.set(token, new InvalidToken())
      else if (key.revokedAt !== null) errors.set(token, new ApiKeyRevoked())
      else if (key.expiresAt <= now) errors.set(token, new ApiKeyExpired())
    }
    return errors
  }
}
