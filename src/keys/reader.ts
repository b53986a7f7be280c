import type { Account as Caller } from '../access/caller.ts'
import { ApiKeyExpired, ApiKeyRevoked, InvalidToken } from '../access/failures.ts'
import type { CredentialReader } from '../access/reader.ts'
import { apiKeyScopes } from '../access/scopes.ts'
import type { Clock } from '../base/clock.ts'
import type { Failure } from '../base/failure.ts'
import type { Orm } from '../database/open.ts'
import type { KeyDigests } from './digests.ts'
import { isKeyText, keyPrefix } from './key.text.ts'
import { type KeyUses, restMs } from './uses.ts'

/** What the credential of a request needs to know of its key, at the instant of the request. */
interface Found {
  readonly id: string
  readonly accountId: string
  readonly isRevoked: boolean
  readonly hasExpired: boolean
  readonly isUseDue: boolean
}

type Standing = Pick<Found, 'isRevoked' | 'hasExpired'>

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
    const now = this.#clock.now()
    const key = await this.#find(digests, now)
    const failure = failureOf(key)
    if (!key || failure) throw failure ?? new InvalidToken()
    if (key.isUseDue) this.#uses.note(key.id, { at: now, digest: digests[0] })
    return { kind: 'account', accountId: key.accountId, actorId: key.id, scheme: 'apiKey', scopes: apiKeyScopes }
  }

  async lapsed(tokens: readonly string[]): Promise<ReadonlyMap<string, Failure>> {
    const digests = new Map(tokens.map((token) => [token, this.#digests.of(token)]))
    const rows = await this.#orm.em.fork().execute<(Standing & { digest: string })[]>(
      `select key_hash as digest, revoked_at is not null as "isRevoked", expires_at <= ? as "hasExpired"
           from api_key where key_hash in (?)`,
      [this.#clock.now(), [...digests.values()].flat()],
    )
    const found = new Map(rows.map((row) => [row.digest, row]))
    return new Map(
      [...digests].flatMap(([token, own]): [string, Failure][] => {
        const failure = failureOf(own.map((digest) => found.get(digest)).find((row) => row !== undefined))
        return failure ? [[token, failure]] : []
      }),
    )
  }

  /** Plain SQL, because every request with a key comes by here: an entity takes several times the work. */
  async #find(digests: readonly string[], now: Date): Promise<Found | undefined> {
    const [found] = await this.#orm.em.fork().execute<Found[]>(
      `select id, account_id as "accountId", revoked_at is not null as "isRevoked", expires_at <= ? as "hasExpired",
              last_used_at is null or last_used_at <= ? as "isUseDue"
         from api_key where key_hash in (${digests.map(() => '?').join(', ')})`,
      [now, new Date(now.getTime() - restMs), ...digests],
    )
    return found
  }
}

function failureOf(key: Standing | undefined): Failure | null {
  if (!key) return new InvalidToken()
  if (key.isRevoked) return new ApiKeyRevoked()
  return key.hasExpired ? new ApiKeyExpired() : null
}
