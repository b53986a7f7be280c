import { type FilterQuery, LockMode } from '@mikro-orm/postgresql'
import { type Activity, recordActivities } from '../../platform/audit-log/activity.queries.ts'
import { requireAccount } from '../../platform/auth/authorization.ts'
import type { EntityManager } from '../../platform/database/database.ts'
import type { ChangedPassword, EndedGrants } from '../../platform/events/transaction-hook.ts'
import type { OptionallyPagedConnectionArgs } from '../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../platform/graphql/pagination/pagination.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { assertWithinPlanLimit } from '../../platform/rate-limiting/plan-limit.ts'
import { newId } from '../../platform/shared/ids.ts'
import { dayMs } from '../../platform/shared/time.ts'
import { ApiKey, ApiKeyConnection, ApiKeyCreatedResponse, newestKeysFirst } from './api-key.entity.ts'
import { ApiKeyNotFound } from './api-key.errors.ts'
import type { CreateApiKeyArgs } from './api-key.inputs.ts'
import { apiKeyPlanLimit } from './api-key.queries.ts'
import { type ApiKeyHasher, generateApiKey, previewApiKey } from './api-key-secret.ts'

/** The caller's API keys. Every query contains the owner, so another account's key gives the same 404 as a missing one. */
export class ApiKeyService {
  constructor(private readonly apiKeyHasher: ApiKeyHasher) {}

  /**
   * Creates a key and returns it, once. A key of an OAuth application ends with the grant of the application. Throws
   * `PlanLimitReached` if the account has 100 active keys.
   */
  async create(context: RequestContext, { name, expiresInDays }: CreateApiKeyArgs): Promise<ApiKeyCreatedResponse> {
    const { grant, hold } = requireAccount(context.caller)
    const now = context.now()
    const secret = generateApiKey()
    const [keyHash] = this.apiKeyHasher.computeDigests(secret)
    const key = context.em.create(ApiKey, {
      id: newId('key', now),
      account: context.accountId,
      name: name.trim(),
      keyPreview: previewApiKey(secret),
      keyHash,
      createdAt: now,
      expiresAt: new Date(Math.min(now.getTime() + expiresInDays * dayMs, grant?.expiresAt.getTime() ?? Infinity)),
      grantDigest: grant?.digest ?? null,
    })
    await context.em.transactional(async (em) => {
      await assertWithinPlanLimit(apiKeyPlanLimit, em, context.accountId, now)
      await hold?.(em)
      em.persist(key)
      await this.recordActivity(context, em, key, 'created')
    })
    return new ApiKeyCreatedResponse(key, secret)
  }

  /** The caller's keys, newest first, including expired and revoked keys. */
  list(context: RequestContext, page: OptionallyPagedConnectionArgs): Promise<ApiKeyConnection> {
    const query = { where: { account: context.accountId }, order: newestKeysFirst }
    return findConnection(context, ApiKeyConnection, ApiKey, query, page)
  }

  /** A key of the caller. Throws `ApiKeyNotFound`. */
  get(context: RequestContext, id: string): Promise<ApiKey> {
    const where = { id, account: context.accountId }
    return context.em.findOneOrFail(ApiKey, where, { failHandler: () => new ApiKeyNotFound() })
  }

  /** Revokes a key from the next request on. A revoked key stays unchanged. */
  async revoke(context: RequestContext, id: string): Promise<void> {
    await context.em.transactional(async (em) => {
      const key = await em.findOneOrFail(
        ApiKey,
        { id, account: context.accountId },
        // The lock decides between concurrent calls, so that one activity is recorded.
        { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new ApiKeyNotFound() },
      )
      if (key.revoke(context.now())) await this.recordActivity(context, em, key, 'revoked')
    })
  }

  /** Revokes the keys that grants own. */
  revokeOfGrants(em: EntityManager, { grantDigests, ...ending }: EndedGrants): Promise<void> {
    return revokeAll(em, { grantDigest: { $in: [...grantDigests] } }, ending)
  }

  /** Revokes all keys of an account after a new password. */
  revokeOfAccount(em: EntityManager, { accountId, at }: ChangedPassword): Promise<void> {
    const ending = { ownerId: accountId, actor: accountId, cause: 'the password was changed', at }
    return revokeAll(em, { account: accountId, revokedAt: null }, ending)
  }

  private recordActivity(
    context: RequestContext,
    em: EntityManager,
    { id, name }: ApiKey,
    action: 'created' | 'revoked',
  ): Promise<void> {
    const { accountId: ownerId, actorId: actor } = requireAccount(context.caller)
    return recordActivities(em, toActivity({ id, name }, action, { ownerId, actor, at: context.now() }))
  }
}

/** Revokes active keys, and records the cause. Expired ones only lose their grant. */
async function revokeAll(
  em: EntityManager,
  where: FilterQuery<ApiKey>,
  ending: Omit<EndedGrants, 'grantDigests'>,
): Promise<void> {
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true } as const
  const keys = await em.find(ApiKey, where, options)
  const revoked = keys.filter((key) => {
    key.grantDigest = null
    return key.expiresAt > ending.at && key.revoke(ending.at)
  })
  await em.flush()
  await recordActivities(em, ...revoked.map((key) => toActivity(key, 'revoked', ending)))
}

type KeyActivity = Pick<Activity, 'ownerId' | 'actor' | 'at'> & { readonly cause?: string }

function toActivity(
  { id, name }: Pick<ApiKey, 'id' | 'name'>,
  action: 'created' | 'revoked',
  { cause, ...act }: KeyActivity,
): Activity {
  return {
    ...act,
    type: `api_key.${action}`,
    subjectType: 'api_key',
    subjectId: id,
    summary: `API key "${name}" was ${action}${cause ? `: ${cause}` : ''}.`,
    severity: 'info',
    source: 'lifecycle',
  }
}
