import { LockMode } from '@mikro-orm/postgresql'
import { parseScopes } from '../../../platform/auth/scopes.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { assertWithinPlanLimit, type PlanLimit } from '../../../platform/rate-limiting/plan-limit.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import { newId } from '../../../platform/shared/ids.ts'
import { deleteAppGrants, deleteGrantsWithScopes, deletePendingAuthorizations } from '../grants/oauth-grant.queries.ts'
import { OAuthAppNotFound, OAuthAppPublic } from '../oauth.errors.ts'
import { OAuthApp, OAuthAppSecretResponse } from './oauth-app.entity.ts'
import type { CreateOauthAppArgs, UpdateOauthAppArgs } from './oauth-app.inputs.ts'
import type { ClientSecrets } from './oauth-clients.ts'
import { assertValidRedirectUris } from './redirect-uri-rules.ts'

export const oauthAppPlanLimit: PlanLimit = {
  resourceName: 'applications',
  maximum: 50,
  countUsed: (em, ownerId) => em.count(OAuthApp, { owner: ownerId }),
  findNewest: (em, ownerId) => em.findOne(OAuthApp, { owner: ownerId }, { orderBy: { createdAt: 'desc' } }),
}

/** The caller's applications. Ownership is part of every query: another's and an unknown one are the same 404. */
export class OAuthAppService {
  readonly #clientSecrets: ClientSecrets

  constructor(clientSecrets: ClientSecrets) {
    this.#clientSecrets = clientSecrets
  }

  /** All of the caller's applications, newest first; there are at most 50. */
  list(context: RequestContext): Promise<OAuthApp[]> {
    const newestFirst = { createdAt: 'desc', id: 'desc' } as const
    return context.em.find(OAuthApp, { owner: context.accountId }, { orderBy: newestFirst })
  }

  /** One of the caller's applications. */
  get(context: RequestContext, id: string): Promise<OAuthApp> {
    return context.em.findOneOrFail(OAuthApp, this.#ownedFilter(context, id), {
      failHandler: () => new OAuthAppNotFound(),
    })
  }

  /** Registers an application, with a secret unless it is public. Throws `PlanLimitReached` beyond 50. */
  async register(
    context: RequestContext,
    { name, redirectUris, scopes, isPublic }: CreateOauthAppArgs,
  ): Promise<OAuthAppSecretResponse> {
    assertValidRedirectUris(redirectUris, { isPublic })
    const now = context.now()
    const secret = isPublic ? null : this.#clientSecrets.generate()
    const app = context.em.create(OAuthApp, {
      id: newId('app', now),
      owner: context.accountId,
      name: name.trim(),
      redirectUris,
      scopes: parseScopes(scopes),
      isPublic,
      secretDigest: secret?.digest ?? null,
      createdAt: now,
      updatedAt: now,
    })
    await context.em.transactional(async (em) => {
      await assertWithinPlanLimit(oauthAppPlanLimit, em, context.accountId, context.now())
      em.persist(app)
    })
    return new OAuthAppSecretResponse(app, secret?.text ?? null)
  }

  /**
   * Changes what is named; absence leaves a field. A dropped scope ends the grants that hold it, and a dropped redirect
   * URI the authorizations under way, in the same moment (docs/decisions/oauth-apps.md).
   */
  async update(context: RequestContext, { id, ...changes }: UpdateOauthAppArgs): Promise<OAuthApp> {
    rejectNulls(changes)
    return context.em.transactional(async (em) => {
      const app = await this.#findOwnedForUpdate(context, em, id)
      const name = changes.name?.trim() ?? app.name
      const redirectUris = changes.redirectUris ?? app.redirectUris
      const scopes = changes.scopes ? parseScopes(changes.scopes) : app.scopes
      if (changes.redirectUris) assertValidRedirectUris(changes.redirectUris, app)
      await deleteGrantsWithScopes(em, id, difference(app.scopes, scopes))
      if (difference(app.redirectUris, redirectUris).length > 0) await deletePendingAuthorizations(em, id)
      return Object.assign(app, { name, redirectUris, scopes, updatedAt: context.now() })
    })
  }

  /** Gives the application a new secret; the one before it ends at once. Throws `OAuthAppPublic` where there is none. */
  async rotateSecret(context: RequestContext, id: string): Promise<OAuthAppSecretResponse> {
    const { text, digest } = this.#clientSecrets.generate()
    const app = await context.em.transactional(async (em) => {
      const found = await this.#findOwnedForUpdate(context, em, id)
      if (found.isPublic) throw new OAuthAppPublic()
      return Object.assign(found, { secretDigest: digest, updatedAt: context.now() })
    })
    return new OAuthAppSecretResponse(app, text)
  }

  /** Deletes the application with every grant of it and, by foreign key, every code and token. */
  async delete(context: RequestContext, id: string): Promise<void> {
    await context.em.transactional(async (em) => {
      const app = await this.#findOwnedForUpdate(context, em, id)
      await deleteAppGrants(em, id)
      em.remove(app)
    })
  }

  /** For a change: two changes of one application take turns, and each sees what the one before it left. */
  #findOwnedForUpdate(context: RequestContext, em: EntityManager, id: string): Promise<OAuthApp> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new OAuthAppNotFound() }
    return em.findOneOrFail(OAuthApp, this.#ownedFilter(context, id), options)
  }

  #ownedFilter(context: RequestContext, id: string): { id: string; owner: string } {
    return { id, owner: context.accountId }
  }
}

function rejectNulls(changes: Omit<UpdateOauthAppArgs, 'id'>): void {
  const fields = ['name', 'redirectUris', 'scopes'] as const
  const nullFields = fields.filter((field) => changes[field] === null)
  if (nullFields.length > 0) throw new InvalidParams(nullFields.map((field) => ({ field, issue: 'must not be null' })))
}

function difference<T>(before: readonly T[], after: readonly T[]): T[] {
  return before.filter((each) => !after.includes(each))
}
