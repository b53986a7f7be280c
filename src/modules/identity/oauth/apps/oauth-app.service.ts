import { type FilterQuery, LockMode } from '@mikro-orm/postgresql'
import { DestinationBlocked, findBlockedAddresses } from '../../../../platform/addresses/block-list.ts'
import { requireAccount } from '../../../../platform/auth/authorization.ts'
import { parseScopes } from '../../../../platform/auth/scopes.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import { rejectNulls } from '../../../../platform/graphql/inputs/argument-validation.ts'
import type { ConnectionArgs } from '../../../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../../../platform/graphql/pagination/pagination.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { assertWithinPlanLimit, type PlanLimit } from '../../../../platform/rate-limiting/plan-limit.ts'
import { newId } from '../../../../platform/shared/ids.ts'
import { OAuthAppNotFound, OAuthAppPublic } from '../oauth.errors.ts'
import type { EndingReason, GrantEnding } from '../server/grant-ending.ts'
import { OAuthRecord } from '../server/oauth-record.entity.ts'
import { findGrantsWithScopes } from '../server/oauth-record.queries.ts'
import { newestAppsFirst, OAuthApp, OAuthAppConnection, OAuthAppSecretResponse } from './oauth-app.entity.ts'
import type { CreateOauthAppInput, UpdateOauthAppInput } from './oauth-app.inputs.ts'
import type { ClientSecrets } from './oauth-clients.ts'
import { assertValidRedirectUris } from './redirect-uri-rules.ts'

export const oauthAppPlanLimit: PlanLimit = {
  resourceName: 'applications',
  maximum: 50,
  holder: 'account',
  selectUsed: (em, owner) => em.createQueryBuilder(OAuthApp).count().where({ owner }),
  findNewest: (em, owner) => em.findOne(OAuthApp, { owner }, { orderBy: { createdAt: 'desc' } }),
}

/**
 * The caller's applications. Each query includes the owner, so an application of another account gives the same 404 as
 * an unknown one.
 */
export class OAuthAppService {
  constructor(
    private readonly clientSecrets: ClientSecrets,
    private readonly grantEnding: GrantEnding,
  ) {}

  /** All applications of the caller, newest first; there are at most 50. */
  list(context: RequestContext, page: ConnectionArgs): Promise<OAuthAppConnection> {
    const query = { where: { owner: context.accountId }, order: newestAppsFirst }
    return findConnection(context, OAuthAppConnection, OAuthApp, query, page)
  }

  /** Finds an application of the caller. Throws `OAuthAppNotFound`. */
  get(context: RequestContext, id: string): Promise<OAuthApp> {
    const where = { id, owner: context.accountId }
    return context.em.findOneOrFail(OAuthApp, where, { failHandler: () => new OAuthAppNotFound() })
  }

  /**
   * Registers an application, with a secret unless it is public. Throws `PlanLimitReached` beyond 50, and
   * `DestinationBlocked` for a redirect URI on the block list.
   */
  async register(
    context: RequestContext,
    { name, redirectUris, scopes, isPublic }: CreateOauthAppInput,
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
      assertNoneBlocked(redirectUris, await findBlockedAddresses(em, redirectUris))
      await assertWithinPlanLimit(oauthAppPlanLimit, em, context.accountId, context)
      await requireAccount(context.caller).hold?.(em)
      em.persist(app)
    })
    return new OAuthAppSecretResponse(app, secret?.text ?? null)
  }

  /**
   * Changes the given fields. In the same transaction, a removed scope ends the grants with that scope, and a removed
   * redirect URI ends the pending authorizations (docs/decisions/oauth-apps.md). Throws `DestinationBlocked` for a new
   * redirect URI on the block list.
   */
  async update(context: RequestContext, id: string, changes: UpdateOauthAppInput): Promise<OAuthApp> {
    rejectNulls(changes)
    return context.em.transactional(async (em) => {
      const blockedUris = await findBlockedAddresses(em, changes.redirectUris ?? [])
      const app = await this.findOwnedForUpdate(context, em, id)
      const name = changes.name?.trim() ?? app.name
      const redirectUris = changes.redirectUris ?? app.redirectUris
      const scopes = changes.scopes ? parseScopes(changes.scopes) : app.scopes
      if (changes.redirectUris) assertValidRedirectUris(changes.redirectUris, app)
      assertNoneBlocked(redirectUris, new Set(findRemoved([...blockedUris], app.redirectUris)))
      const digest = await findGrantsWithScopes(em, id, findRemoved(app.scopes, scopes))
      await this.endGrants(context, em, { app: id, digest }, (appName) => `"${appName}" gave up a scope`)
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

  /** Deletes the application and its grants, with everything that they own. */
  async delete(context: RequestContext, id: string): Promise<void> {
    await context.em.transactional(async (em) => {
      await this.deleteLocked(em, await this.findOwnedForUpdate(context, em, id), context.now())
    })
  }

  /** Deletes all applications of an account, like `delete`. Returns their number. */
  async deleteOfOwner(em: EntityManager, owner: string, at: Date): Promise<number> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } } as const
    const apps = await em.find(OAuthApp, { owner }, options)
    for (const app of apps) await this.deleteLocked(em, app, at)
    return apps.length
  }

  private async deleteLocked(em: EntityManager, app: OAuthApp, at: Date): Promise<void> {
    // The foreign key alone would delete codes, tokens and grants in any order, which could deadlock with a withdrawal.
    const describe = (appName: string) => `"${appName}" was deleted`
    await this.grantEnding.end(em, { app: app.id }, { describe, at })
    // Not by `remove`: the next flush would insert it again, for the sake of the records in memory that name it.
    await em.nativeDelete(OAuthApp, { id: app.id })
  }

  /** Users of the application read that it ended their grant, and nothing about its owner. */
  private endGrants(
    context: RequestContext,
    em: EntityManager,
    where: FilterQuery<OAuthRecord>,
    describe: EndingReason['describe'],
  ): Promise<number> {
    return this.grantEnding.end(em, where, { describe, at: context.now() })
  }

  /** Locks the row, so that concurrent changes of one application run one after the other. */
  private findOwnedForUpdate(context: RequestContext, em: EntityManager, id: string): Promise<OAuthApp> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, failHandler: () => new OAuthAppNotFound() }
    return em.findOneOrFail(OAuthApp, { id, owner: context.accountId }, options)
  }
}

/** Throws `DestinationBlocked` with the index, from 0, of the first blocked redirect URI. */
function assertNoneBlocked(redirectUris: readonly string[], blockedUris: ReadonlySet<string>): void {
  const index = redirectUris.findIndex((uri) => blockedUris.has(uri))
  if (index >= 0) throw new DestinationBlocked(`redirectUris.${index}`)
}

function findRemoved<T>(before: readonly T[], after: readonly T[]): T[] {
  return before.filter((item) => !after.includes(item))
}
