import type { Account as Caller } from '../access/caller.ts'
import { ApiKeyExpired, ApiKeyRevoked, InvalidToken } from '../access/failures.ts'
import type { CredentialReader } from '../access/reader.ts'
import { apiKeyScopes } from '../access/scopes.ts'
import type { Clock } from '../base/clock.ts'
import type { Orm } from '../database/open.ts'
import { ApiKey } from './api.key.ts'
import type { KeyDigests } from './digests.ts'
import { isKeyText, keyPrefix } from './key.text.ts'
import type { KeyUses } from './uses.ts'

/**
 * Reads an API key as a credential. One look by its digest for each request and nothing kept in between, so that a
 * revoked key fails on the very next request of every node.
 */
export class KeyReader implements CredentialReader {
  readonly #orm: Orm
  readonly #clock: Clock
  readonly #digests: KeyDigests
  readonly #uses: KeyUses

  constructor(orm: Orm, clock: Clock, digests: KeyDigests, uses: KeyUses) {
    this.#orm = orm
    this.#clock = clock
    this.#digests = digests
    this.#uses = uses
  }

  claims(token: string): boolean {
    return token.startsWith(keyPrefix)
  }

  async read(token: string): Promise<Caller> {
    if (!isKeyText(token)) throw new InvalidToken()
    const digests = this.#digests.of(token)
    const key = await this.#orm.em.fork().findOne(ApiKey, { keyHash: { $in: digests } })
    if (!key) throw new InvalidToken()
    const now = this.#clock.now()
    if (key.revokedAt !== null) throw new ApiKeyRevoked()
    if (!key.isActiveAt(now)) throw new ApiKeyExpired()
    this.#uses.note(key, now, digests[0])
    return { kind: 'account', accountId: key.account.id, scheme: 'apiKey', scopes: apiKeyScopes }
  }
}
