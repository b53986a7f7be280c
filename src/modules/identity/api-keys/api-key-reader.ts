import {
  AccountBeingDeleted,
  AccountSuspended,
  ApiKeyExpired,
  ApiKeyRevoked,
  InvalidToken,
} from '../../../platform/auth/auth.errors.ts'
import type { Credential, CredentialReader, MembershipReader } from '../../../platform/auth/caller.ts'
import type { Orm } from '../../../platform/database/database.ts'
import { CollectedWrites } from '../../../platform/jobs/collected-writes.ts'
import type { Logger } from '../../../platform/shared/logger.ts'
import type { ServiceError } from '../../../platform/shared/service-error.ts'
import { type Clock, minuteMs } from '../../../platform/shared/time.ts'
import type { FindCountry } from '../accounts/index.ts'
import { type CredentialRow, findCredentials, holdApiKey, type PendingUse, updateLastUsed } from './api-key.queries.ts'
import { type ApiKeyHasher, apiKeyPrefix, isWellFormedApiKey } from './api-key-secret.ts'

/** The shortest time between two writes of a key's last use, over all nodes. */
const lastUsedIntervalMs = minuteMs

/** Reads an API key as a credential. */
export class ApiKeyReader implements CredentialReader {
  constructor(
    private readonly orm: Orm,
    private readonly clock: Clock,
    private readonly hasher: ApiKeyHasher,
    private readonly uses: Pick<CollectedWrites<PendingUse>, 'add'>,
    private readonly findCountry: FindCountry,
  ) {}

  canRead(token: string): boolean {
    return token.startsWith(apiKeyPrefix)
  }

  async read(token: string, workspacesSql: MembershipReader['workspacesSql'], address?: string): Promise<Credential> {
    if (!isWellFormedApiKey(token)) throw new InvalidToken()
    const digests = this.hasher.computeDigests(token)
    const now = this.clock.now()
    const [key] = await this.findCredentials(digests, now, workspacesSql)
    if (!key) throw new InvalidToken()
    const error = findError(key)
    if (error) throw error
    if (!key.memberships) throw new AccountBeingDeleted()
    if (key.is_use_due) {
      const country = address === undefined ? null : this.findCountry(address)
      this.uses.add(key.id, { id: key.id, at: now, digest: digests[0], country })
    }
    return {
      kind: 'account',
      accountId: key.account_id,
      actorId: key.id,
      scheme: 'apiKey',
      scopes: new Set(key.scopes),
      validUntil: findValidity(key, now),
      memberships: key.memberships,
      workspaceIds: [key.workspace_id],
      hold: (em) => holdApiKey(em, { id: key.id, now: this.clock.now() }),
    }
  }

  async findInvalid(tokens: readonly string[]): Promise<ReadonlyMap<string, ServiceError>> {
    const digests = new Map(tokens.map((token) => [token, this.hasher.computeDigests(token)]))
    const keys = await this.findCredentials([...digests.values()].flat(), this.clock.now())
    const keysByDigest = new Map(keys.map((key) => [key.key_hash, key]))
    const errors = new Map<string, ServiceError>()
    for (const [token, tokenDigests] of digests) {
      const key = keysByDigest.get(tokenDigests.find((digest) => keysByDigest.has(digest)) ?? '')
      const error = key ? findError(key) : new InvalidToken()
      if (error) errors.set(token, error)
    }
    return errors
  }

  private findCredentials(
    digests: readonly string[],
    now: Date,
    workspacesSql?: MembershipReader['workspacesSql'],
  ): Promise<CredentialRow[]> {
    const lastUsedBefore = new Date(now.getTime() - lastUsedIntervalMs)
    return findCredentials(this.orm.em.fork(), digests, now, lastUsedBefore, workspacesSql)
  }
}

function findError({ is_revoked, has_expired, is_suspended }: CredentialRow): ServiceError | null {
  if (is_revoked) return new ApiKeyRevoked()
  if (has_expired) return new ApiKeyExpired()
  return is_suspended ? new AccountSuspended() : null
}

/** The caller may be cached until the key expires, or until its next use has to be recorded. */
function findValidity({ expires_at, is_use_due, last_used_at }: CredentialRow, now: Date): Date {
  const usedAt = is_use_due || last_used_at === null ? now : new Date(last_used_at)
  return new Date(Math.min(new Date(expires_at).getTime(), usedAt.getTime() + lastUsedIntervalMs))
}

/** Collects the uses of keys. The same write replaces a digest that was made with an older HMAC key. */
export function collectUses(orm: Orm, log: Pick<Logger, 'warn'>): CollectedWrites<PendingUse> {
  return new CollectedWrites({
    merge: (_earlier, later) => later,
    write: (uses) => updateLastUsed(orm.em.fork(), uses, lastUsedIntervalMs),
    log,
    failure: 'could not write the last use of API keys',
  })
}
