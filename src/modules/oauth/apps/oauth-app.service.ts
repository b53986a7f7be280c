import { LockMode } from '@mikro-orm/postgresql'
import { parseScopes } from '../../../platform/auth/scopes.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { rejectNulls } from '../../../platform/graphql/argument-validation.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { assertWithinPlanLimit, createPlanLimit } from '../../../platform/rate-limiting/plan-limit.ts'
import { newId } from '../../../platform/shared/ids.ts'
import { OAuthAppNotFound, OAuthAppPublic } from '../oauth.errors.ts'
import { OAuthRecord } from '../server/oauth-record.entity.ts'
import { deleteGrantsWithScopes } from '../server/oauth-record.queries.ts'
import { OAuthApp, OAuthAppSecretResponse } from './oauth-app.entity.ts'
import type { CreateOauthAppArgs, UpdateOauthAppArgs } from './oauth-app.inputs.ts'
import type { ClientSecrets } from './oauth-clients.ts'
import { assertValidRedirectUris } from './redirect-uri-rules.ts'

export const oauthAppPlanLimit = createPlanLimit(OAuthApp, 'applications', 50)

/**
 * The caller's applications. Each query includes the owner, so an application of another account gives the same 404 as
 * an unknown one.
 */
export class OAuthAppService {
  constructor(private readonly clientSecrets: ClientSecrets) {}

  /** All applications of the caller, newest first; there are at most 50. */
  list(context: RequestContext): Promise<OAuthApp[]> {
    const newestFirst = { createdAt: 'desc', id: 'desc' } as const
    return context.em.find(OAuthApp, { owner: context.accountId }, { orderBy: newestFirst })
  }

  /** Finds an application of the caller. Throws `OAuthAppNotFound`. */
  get(context: RequestContext, id: string): Promise<OAuthApp> {
    const where = { id, owner: context.accountId }
    return context.em.findOneOrFail(OAuthApp, where, { failHandler: () => new OAuthAppNotFound() })
  }

  /** Registers an application, with a secret unless it is public. Throws `PlanLimitReached` beyond 50. */
  async register(
    context: RequestContext,
    { name, redirectUris, scopes, isPublic }: CreateOauthAppArgs,
  ): Promise<OAuthAppSecretResponse> {
    assertValidRedirectUris(redirectUris, { isPublic })
    const now = context.now()
    const secret = isPublic ? null : this.clientSecrets.generate()
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
   * Changes the given fields. In the same transaction, a removed scope ends the grants with that scope, and a removed
   * redirect URI ends the pending authorizations (docs/decisions/oauth-apps.md).
   */
  async update(context: RequestContext, { id, ...changes }: UpdateOauthAppArgs): Promise<OAuthApp> {
    rejectNulls(changes)
    return context.em.transactional(async (em) => {
      const app = await this.findOwnedForUpdate(context, em, id)
      const name = changes.name?.trim() ?? app.name
      const redirectUris = changes.redirectUris ?? app.redirectUris
      const scopes = changes.scopes ? parseScopes(changes.scopes) : app.scopes
      if (changes.redirectUris) assertValidRedirectUris(changes.redirectUris, app)
      await deleteGrantsWithScopes(em, id, findRemoved(app.scopes, scopes))
      if (findRemoved(app.redirectUris, redirectUris).length > 0) {
        await em.nativeDelete(OAuthRecord, { app: id, model: ['Interaction', 'AuthorizationCode'] })
      }
      return Object.assign(app, { name, redirectUris, scopes, updatedAt: context.now() })
    })
  }

  /** Replaces the client secret. Throws `OAuthAppPublic` for a public application. */
  async rotateSecret(context: RequestContext, id: string): Promise<OAuthAppSecretResponse> {
    const { text, digest } = this.clientSecrets.generate()
    const app = await context.em.transactional(async (em) => {
      const found = await this.findOwnedForUpdate(context, em, id)
      if (found.isPublic) throw new OAuthAppPublic()
      return Object.assign(found, { secretDigest: digest, updatedAt: context.now() })
    })
    return new OAuthAppSecretResponse(app, text)
  }

  /** Deletes the application and its grants; foreign keys delete its codes and tokens. */
  async delete(context: RequestContext, id: string): Promise<void> {
    await context.em.transactional(async (em) => {
      const app = await this.findOwnedForUpdate(context, em, id)
      // Grants go before their codes and tokens, in the same order as in `OAuthGrantService.withdraw`. The foreign key
      // alone would delete them in any order, which could deadlock with a withdrawal.
      await em.nativeDelete(OAuthRecord, { app: id, model: 'Grant' })
      em.remove(app)
    })
  }

  /** Locks the row, so that concurrent changes of one application run one after the other. */
  private findOwnedForUpdate(context: RequestContext, em: EntityManager, id: string): Promise<OAuthApp> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new OAuthAppNotFound() }
    return em.findOneOrFail(OAuthApp, { id, owner: context.accountId }, options)
  }
}

function findRemoved<T>(before: readonly T[], after: readonly T[]): T[] {
  return before.filter((item) => !after.includes(item))
}
