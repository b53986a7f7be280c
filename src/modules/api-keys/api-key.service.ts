import { recordActivities } from '../../platform/audit-log/activity.queries.ts'
import { requireAccount } from '../../platform/auth/authorization.ts'
import type { EntityManager } from '../../platform/database/database.ts'
import type { RequestContext } from '../../platform/graphql/request-context.ts'
import { assertWithinPlanLimit } from '../../platform/rate-limiting/plan-limit.ts'
import { dayMs } from '../../platform/shared/durations.ts'
import { newId } from '../../platform/shared/ids.ts'
import { ApiKey, type ApiKeyCreatedResponse } from './api-key.entity.ts'
import { ApiKeyNotFound } from './api-key.errors.ts'
import type { ApiKeysArgs, CreateApiKeyArgs } from './api-key.inputs.ts'
import { apiKeyPlanLimit } from './api-key.queries.ts'
import { type ApiKeyHasher, generateApiKey, previewApiKey } from './api-key-secret.ts'

/** Notes what the caller did to one of its API keys, in the transaction that does it. */
export function recordApiKeyActivity(
  em: EntityManager,
  context: RequestContext,
  { id, name }: { readonly id: string; readonly name: string },
  action: 'created' | 'revoked',
): Promise<void> {
  const { accountId: ownerId, actorId: actor } = requireAccount(context.caller)
  return recordActivities(em, {
    ...{ ownerId, actor, at: context.now(), type: `api_key.${action}`, subjectType: 'api_key', subjectId: id },
    ...{ summary: `API key "${name}" was ${action}.`, severity: 'info', source: 'lifecycle' },
  })
}

const copyKeyMessage = 'Copy the key now and keep it safe: it is not shown again.'

/** The caller's API keys. Ownership is part of every query: another's key and an unknown one are the same 404. */
export class ApiKeyService {
  readonly #apiKeyHasher: ApiKeyHasher

  constructor(apiKeyHasher: ApiKeyHasher) {
    this.#apiKeyHasher = apiKeyHasher
  }

  /** Makes a key and hands it out, this once. Throws `PlanLimitReached` when the account has 100 active ones. */
  async create(context: RequestContext, { name, expiresInDays }: CreateApiKeyArgs): Promise<ApiKeyCreatedResponse> {
    const { em } = context
    const now = context.now()
    const secret = generateApiKey()
    const [keyHash] = this.#apiKeyHasher.computeDigests(secret)
    const key = em.create(ApiKey, {
      id: newId('key', now),
      account: context.accountId,
      name: name.trim(),
      keyPreview: previewApiKey(secret),
      keyHash,
      createdAt: now,
      expiresAt: new Date(now.getTime() + expiresInDays * dayMs),
    })
    await em.transactional(async (inner) => {
      await assertWithinPlanLimit(apiKeyPlanLimit, inner, context.accountId, now)
      inner.persist(key)
      await recordApiKeyActivity(inner, context, key, 'created')
    })
    return { id: key.id, name: key.name, key: secret, message: copyKeyMessage, expiresAt: key.expiresAt }
  }

  /** A page of the caller's keys, newest first, the expired and the revoked ones too. */
  async list(context: RequestContext, { page, limit }: ApiKeysArgs): Promise<ApiKey[]> {
    const [keys, total] = await context.em.findAndCount(
      ApiKey,
      { account: context.accountId },
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit, offset: (page - 1) * limit },
    )
    context.setPage({ page, limit, total })
    return keys
  }

  /** Ends one of the caller's keys for good, from the next request on. One that is revoked already stays as it is. */
  async revoke(context: RequestContext, id: string): Promise<void> {
    await context.em.transactional(async (em) => {
      const [key] = await em.execute<RevokedApiKeyRow[]>(revokeApiKeySql, [id, context.accountId, context.now()])
      if (!key) throw new ApiKeyNotFound()
      if (key.wasActive) await recordApiKeyActivity(em, context, key, 'revoked')
    })
  }
}

interface RevokedApiKeyRow {
  readonly id: string
  readonly name: string
  readonly wasActive: boolean
}

/** Of two who revoke it at once the second finds it revoked. */
const revokeApiKeySql = `
  with held as (select id, name, revoked_at from api_key where id = ? and account_id = ? for no key update)
  update api_key set revoked_at = coalesce(held.revoked_at, ?)
    from held where api_key.id = held.id
  returning held.id, held.name, held.revoked_at is null as "wasActive"`
