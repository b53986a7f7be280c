import { raw } from '@mikro-orm/postgresql'
import { requireAccount, requireActor } from '../../../../platform/auth/authorization.ts'
import { parseScopes } from '../../../../platform/auth/scopes.ts'
import type { PagedConnectionArgs } from '../../../../platform/graphql/pagination/page.inputs.ts'
import { findConnection } from '../../../../platform/graphql/pagination/pagination.ts'
import { batchPerRequest, type RequestContext } from '../../../../platform/graphql/request-context.ts'
import { listMemberships } from '../../workspaces/index.ts'
import { GrantNotFound } from '../oauth.errors.ts'
import type { GrantEnding } from '../server/grant-ending.ts'
import { activeGrants, OAuthRecord } from '../server/oauth-record.entity.ts'
import { filterChosen } from '../server/workspace-choice.ts'
import {
  grantIdPrefix,
  newestGrantsFirst,
  type OAuthGrant,
  OAuthGrantConnection,
  type OAuthGrantWorkspace,
} from './oauth-grant.types.ts'

/** The caller's grants to applications, and the user counts of applications. */
export class OAuthGrantService {
  /** Number of users with an active grant to the application with this id. */
  readonly countUsers = batchPerRequest(countUsersByApp)

  /** The chosen workspaces of a grant, without those that the caller has left, or that its credential may not use. */
  readonly listWorkspaces = batchPerRequest(async (context, grants: readonly OAuthGrant[]) => {
    const { accountId, workspaceIds } = requireAccount(context.caller)
    const memberships = (await listMemberships(context.em, accountId)).filter(
      ({ workspace }) => workspaceIds?.includes(workspace.id) ?? true,
    )
    return grants.map(({ choice }) =>
      filterChosen(choice, memberships).map(({ workspace }): OAuthGrantWorkspace => workspace.getEntity()),
    )
  })

  constructor(private readonly grantEnding: GrantEnding) {}

  /** The caller's active grants, newest first. */
  list(context: RequestContext, page: PagedConnectionArgs): Promise<OAuthGrantConnection> {
    const where = { ...activeGrants(context.now()), account: context.accountId }
    const query = { where, order: newestGrantsFirst, options: { populate: ['app'] as const }, toNode: toGrant }
    return findConnection(context, OAuthGrantConnection, OAuthRecord, query, page)
  }

  /** An active grant of the caller. Throws `GrantNotFound`. */
  async get(context: RequestContext, id: string): Promise<OAuthGrant> {
    const options = { populate: ['app'] as const, failHandler: () => new GrantNotFound() }
    return toGrant(await context.em.findOneOrFail(OAuthRecord, this.ownedGrant(context, id), options))
  }

  /**
   * Ends a grant with its codes and tokens, and everything that its application created with it. Throws `GrantNotFound`
   * unless it is an active grant of the caller.
   */
  async withdraw(context: RequestContext, id: string): Promise<void> {
    const actor = requireActor(context.caller)
    const describe = (name: string) => `the access of "${name}" was withdrawn`
    await context.em.transactional(async (em) => {
      const where = this.ownedGrant(context, id)
      const endedCount = await this.grantEnding.end(em, where, { actor, describe, at: context.now() })
      if (endedCount === 0) throw new GrantNotFound()
    })
  }

  private ownedGrant(context: RequestContext, id: string) {
    const digest = id.startsWith(grantIdPrefix) ? id.slice(grantIdPrefix.length) : ''
    return { ...activeGrants(context.now()), digest, account: context.accountId }
  }
}

async function countUsersByApp(context: RequestContext, appIds: readonly string[]): Promise<number[]> {
  const counts = await context.em
    .createQueryBuilder(OAuthRecord)
    .select(['app', raw('count(distinct account_id)::int').as('userCount')])
    .where({ ...activeGrants(context.now()), app: [...new Set(appIds)] })
    .groupBy('app')
    .execute<{ app: string; userCount: number }[]>()
  const countsByApp = new Map(counts.map(({ app, userCount }) => [app, userCount]))
  return appIds.map((appId) => countsByApp.get(appId) ?? 0)
}

/** A grant in the form for its user, with `app` loaded. */
export function toGrant({ digest, app, payload, createdAt, expiresAt }: OAuthRecord): OAuthGrant {
  if (!app) throw new Error('The grant record has no application.')
  const scopeLists = [payload.openid?.scope ?? '', ...Object.values(payload.resources ?? {})]
  return {
    id: grantIdPrefix + digest,
    app: app.unwrap(),
    scopes: parseScopes(scopeLists.flatMap((list) => list.split(' '))),
    choice: payload,
    createdAt,
    expiresAt,
  }
}
