import { type FilterQuery, LockMode } from '@mikro-orm/postgresql'
import { type Activity, recordActivities } from '../../../platform/audit-log/activity.queries.ts'
import { requireAccount, requireActor } from '../../../platform/auth/authorization.ts'
import type { MembershipReader } from '../../../platform/auth/caller.ts'
import { apiKeyScopes, type Scope } from '../../../platform/auth/scopes.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { AccessEnd } from '../../../platform/events/access-endings.ts'
import type { EndedGrants, EndedMembership } from '../../../platform/events/transaction-hook.ts'
import type { OptionallyPagedConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../../platform/graphql/pagination/pagination.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { ParentIds } from '../../../platform/graphql/success-response.types.ts'
import { assertWithinPlanLimit, lockWorkspace } from '../../../platform/rate-limiting/plan-limit.ts'
import { newId } from '../../../platform/shared/ids.ts'
import { dayMs, hourMs } from '../../../platform/shared/time.ts'
import { ApiKey, ApiKeyConnection, ApiKeyCreatedResponse, newestKeysFirst } from './api-key.entity.ts'
import { ApiKeyNotActive, ApiKeyNotFound } from './api-key.errors.ts'
import type { CreateApiKeyArgs, RotateApiKeyArgs } from './api-key.inputs.ts'
import { apiKeyPlanLimit } from './api-key.queries.ts'
import { type ApiKeyHasher, generateApiKey, previewApiKey } from './api-key-secret.ts'

/**
 * The keys that the caller may see in its workspaces: its own keys, and as an admin all keys. Any other key counts as
 * missing.
 */
export function visibleKeys(context: RequestContext) {
  const account = context.accountId
  const isOfAdmin = { workspace: { $in: context.workspaceIdsAs('admin') } }
  return { workspace: { $in: context.workspaceIds }, $or: [{ account }, isOfAdmin] }
}

/** The keys that the caller may see in the workspace of the operation. */
export function visibleKeysOfWorkspace(context: RequestContext) {
  return { $and: [{ workspace: context.workspaceId }, visibleKeys(context)] }
}

/**
 * The API keys of the caller's workspaces. The workspaces are in each query, so a key of another workspace gives the
 * same 404 as a missing one.
 */
export class ApiKeyService {
  constructor(
    private readonly apiKeyHasher: ApiKeyHasher,
    private readonly memberships: Pick<MembershipReader, 'checkMembers'>,
  ) {}

  /**
   * Creates a key and returns it, once. A key of an OAuth application ends with the grant of the application. Throws
   * `PlanLimitReached` if the workspace has 100 active keys.
   */
  async create(
    context: RequestContext,
    { name, expiresInDays, scopes }: CreateApiKeyArgs,
  ): Promise<ApiKeyCreatedResponse> {
    const { workspaceId } = context
    const { key, secret } = this.prepare(context, {
      workspace: workspaceId,
      name: name.trim(),
      scopes: scopes ?? [...apiKeyScopes],
      expiresInDays,
    })
    await context.em.transactional(async (em) => {
      await this.save(context, em, key)
      await this.recordActivity(context, em, key, 'created')
    })
    return new ApiKeyCreatedResponse(key, secret)
  }

  /**
   * Creates a key that replaces one of the caller's own, and returns it, once. The former key is accepted until the overlap
   * ends. Throws `ApiKeyNotFound`, `ApiKeyNotActive`, and `PlanLimitReached` if both would be more active keys than allowed.
   */
  async rotate(
    context: RequestContext,
    id: string,
    { overlapHours, expiresInDays }: RotateApiKeyArgs,
  ): Promise<ApiKeyCreatedResponse> {
    const now = context.now()
    // A key acts as its member, so nobody else may have one in its place.
    const where = { id, account: context.accountId, workspace: { $in: context.workspaceIds } }
    const failHandler = () => new ApiKeyNotFound()
    const { workspaceId } = await context.em.findOneOrFail(ApiKey, where, { failHandler })
    return context.em.transactional(async (em) => {
      // Before the key, as everywhere.
      await lockWorkspace(em, workspaceId)
      const lockMode = LockMode.PESSIMISTIC_WRITE
      const former = await em.findOneOrFail(ApiKey, where, { lockMode, refresh: true, failHandler })
      if (!former.isActiveAt(now)) throw new ApiKeyNotActive()
      former.endBy(new Date(now.getTime() + overlapHours * hourMs), now)
      await em.flush()
      const { name, scopes } = former
      const { key, secret } = this.prepare(context, { workspace: workspaceId, name, scopes, expiresInDays })
      await this.save(context, em, key)
      await this.recordActivity(context, em, key, 'rotated')
      return new ApiKeyCreatedResponse(key, secret)
    })
  }

  /** Gives a key another name. Throws `ApiKeyNotFound`. */
  async rename(context: RequestContext, id: string, name: string): Promise<ApiKey> {
    return context.em.transactional(async (em) => {
      const key = await this.lock(context, em, id)
      key.name = name.trim()
      return key
    })
  }

  /** A key that is not stored yet, and its secret. A key of an OAuth application ends with the grant of the application. */
  private prepare(
    context: RequestContext,
    { expiresInDays, ...values }: { workspace: string; name: string; scopes: Scope[]; expiresInDays: number },
  ): { readonly key: ApiKey; readonly secret: string } {
    const { grant } = requireAccount(context.caller)
    const now = context.now()
    const secret = generateApiKey()
    const [keyHash] = this.apiKeyHasher.computeDigests(secret)
    const key = context.em.create(ApiKey, {
      ...values,
      id: newId('key', now),
      account: context.accountId,
      keyPreview: previewApiKey(secret),
      keyHash,
      createdAt: now,
      expiresAt: new Date(Math.min(now.getTime() + expiresInDays * dayMs, grant?.expiresAt.getTime() ?? Infinity)),
      grantDigest: grant?.digest ?? null,
    })
    return { key, secret }
  }

  private async save(context: RequestContext, em: EntityManager, key: ApiKey): Promise<void> {
    const { workspaceId } = key
    await assertWithinPlanLimit(apiKeyPlanLimit, em, workspaceId, context)
    await requireAccount(context.caller).hold?.(em)
    // The workspace is locked, so the membership cannot end before the key exists and can end with it.
    const [error] = await this.memberships.checkMembers(em, [context.accountIn(workspaceId)])
    if (error) throw error
    em.persist(key)
  }

  /** The keys of a workspace that the caller may see, newest first, including expired and revoked keys. */
  list(context: RequestContext, page: OptionallyPagedConnectionArgs): Promise<ApiKeyConnection> {
    const query = { where: visibleKeysOfWorkspace(context), order: newestKeysFirst }
    return findConnection(context, ApiKeyConnection, ApiKey, query, page)
  }

  /** A key of the caller. Throws `ApiKeyNotFound`. */
  get(context: RequestContext, id: string): Promise<ApiKey> {
    const where = { $and: [{ id }, visibleKeys(context)] }
    return context.em.findOneOrFail(ApiKey, where, { failHandler: () => new ApiKeyNotFound() })
  }

  /** Revokes a key from the next request on. A revoked key stays unchanged. */
  async revoke(context: RequestContext, id: string): Promise<ParentIds> {
    return context.em.transactional(async (em) => {
      // The lock decides between concurrent calls, so that one activity is recorded.
      const key = await this.lock(context, em, id)
      if (key.revoke(context.now())) await this.recordActivity(context, em, key, 'revoked')
      return { workspaceId: key.workspaceId }
    })
  }

  /** Revokes the keys that grants own. */
  async revokeOfGrants(em: EntityManager, { grantDigests, ...ending }: EndedGrants): Promise<void> {
    await revokeAll(em, { grantDigest: { $in: [...grantDigests] } }, ending)
  }

  /** Revokes all keys of an account. Returns how many were active. */
  revokeOfAccount(em: EntityManager, { accountId, ...ending }: AccessEnd): Promise<number> {
    return revokeAll(em, { account: accountId, revokedAt: null }, ending)
  }

  /** Revokes the keys of a member that has left a workspace. */
  async revokeOfMember(em: EntityManager, { accountId, workspaceId, actor, at }: EndedMembership): Promise<void> {
    const where = { account: accountId, workspace: workspaceId, revokedAt: null }
    await revokeAll(em, where, { actor, cause: 'its member left the workspace', at })
  }

  private lock(context: RequestContext, em: EntityManager, id: string): Promise<ApiKey> {
    const where = { $and: [{ id }, visibleKeys(context)] }
    const failHandler = () => new ApiKeyNotFound()
    return em.findOneOrFail(ApiKey, where, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler })
  }

  private recordActivity(context: RequestContext, em: EntityManager, key: ApiKey, action: KeyAction): Promise<void> {
    const actor = requireActor(context.caller)
    return recordActivities(em, toActivity(key, action, { actor, at: context.now() }))
  }
}

/** Revokes active keys, records the cause, and returns how many were active. Expired keys only lose their grant. */
async function revokeAll(
  em: EntityManager,
  where: FilterQuery<ApiKey>,
  ending: Omit<EndedGrants, 'grantDigests'>,
): Promise<number> {
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, refresh: true } as const
  const keys = await em.find(ApiKey, where, options)
  const revoked = keys.filter((key) => {
    key.grantDigest = null
    return key.expiresAt > ending.at && key.revoke(ending.at)
  })
  await em.flush()
  await recordActivities(em, ...revoked.map((key) => toActivity(key, 'revoked', ending)))
  return revoked.length
}

type KeyAction = 'created' | 'rotated' | 'revoked'

type KeyActivity = Pick<Activity, 'actor' | 'at'> & { readonly cause?: string }

function toActivity({ id, name, workspace }: ApiKey, action: KeyAction, { cause, ...act }: KeyActivity): Activity {
  return {
    ...act,
    workspaceId: workspace.id,
    type: `api_key.${action}`,
    subjectType: 'api_key',
    subjectId: id,
    summary: `API key "${name}" was ${action}${cause ? `: ${cause}` : ''}.`,
    severity: 'info',
    source: 'lifecycle',
  }
}
