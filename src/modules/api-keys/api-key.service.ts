import { LockMode } from '@mikro-orm/postgresql'
import { recordActivities } from '../../platform/audit-log/activity.queries.ts'
import { requireAccount } from '../../platform/auth/authorization.ts'
import type { EntityManager } from '../../platform/database/database.ts'
import { findPage } from '../../platform/graphql/pagination.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { assertWithinPlanLimit } from '../../platform/rate-limiting/plan-limit.ts'
import { newId } from '../../platform/shared/ids.ts'
import { dayMs } from '../../platform/shared/time.ts'
import { ApiKey, type ApiKeyCreatedResponse } from './api-key.entity.ts'
import { ApiKeyNotFound } from './api-key.errors.ts'
import type { ApiKeysArgs, CreateApiKeyArgs } from './api-key.inputs.ts'
import { apiKeyPlanLimit } from './api-key.queries.ts'
import { type ApiKeyHasher, generateApiKey, previewApiKey } from './api-key-secret.ts'

const copyKeyMessage = 'Copy the key now and keep it safe: it is not shown again.'

/** The caller's API keys. Every query contains the owner, so another account's key gives the same 404 as a missing one. */
export class ApiKeyService {
  constructor(private readonly apiKeyHasher: ApiKeyHasher) {}

  /** Creates a key and returns it, once. Throws `PlanLimitReached` if the account has 100 active keys. */
  async create(context: RequestContext, { name, expiresInDays }: CreateApiKeyArgs): Promise<ApiKeyCreatedResponse> {
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
      expiresAt: new Date(now.getTime() + expiresInDays * dayMs),
    })
    await context.em.transactional(async (em) => {
      await assertWithinPlanLimit(apiKeyPlanLimit, em, context.accountId, now)
      em.persist(key)
      await this.recordActivity(context, em, key, 'created')
    })
    return { id: key.id, name: key.name, key: secret, message: copyKeyMessage, expiresAt: key.expiresAt }
  }

  /** A page of the caller's keys, newest first, including expired and revoked keys. */
  list(context: RequestContext, page: ApiKeysArgs): Promise<ApiKey[]> {
    const orderBy = { createdAt: 'desc', id: 'desc' } as const
    return findPage(context, ApiKey, { account: context.accountId }, page, { orderBy })
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

  private recordActivity(
    context: RequestContext,
    em: EntityManager,
    { id, name }: ApiKey,
    action: 'created' | 'revoked',
  ): Promise<void> {
    const { accountId: ownerId, actorId: actor } = requireAccount(context.caller)
    return recordActivities(em, {
      ownerId,
      actor,
      at: context.now(),
      type: `api_key.${action}`,
      subjectType: 'api_key',
      subjectId: id,
      summary: `API key "${name}" was ${action}.`,
      severity: 'info',
      source: 'lifecycle',
    })
  }
}
