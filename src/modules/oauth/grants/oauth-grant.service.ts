import DataLoader from 'dataloader'
import { parseScopes } from '../../../platform/auth/scopes.ts'
import type { PageArgs } from '../../../platform/graphql/pagination.ts'
import { perRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import { GrantNotFound } from '../oauth.errors.ts'
import { deleteOwnedGrant, grantedScopesSql, isActiveGrantSql } from './oauth-grant.queries.ts'
import type { OAuthGrant } from './oauth-grant.types.ts'

const grantIdPrefix = 'grt_'

interface GrantRow {
  readonly digest: string
  readonly appId: string
  readonly appName: string
  readonly scopes: readonly string[]
  readonly createdAt: string | Date
  readonly expiresAt: string | Date
}

/** What people allowed applications: one's own grants to see and to withdraw, and how many there are of an application. */
export class OAuthGrantService {
  /** Counts for all applications of a list at once; nothing is kept, for a mutation may come between. */
  readonly #userCounts = perRequest(
    (context) => new DataLoader<string, number>((appIds) => this.#countUsersByApp(context, appIds), { cache: false }),
  )

  /** A page of the grants the caller gave and that still hold, newest first. */
  async list(context: RequestContext, { page, limit }: PageArgs): Promise<OAuthGrant[]> {
    const { em } = context
    const params = [context.now(), context.accountId]
    const rows = await em.execute<GrantRow[]>(listGrantsSql, [...params, limit, (page - 1) * limit])
    const [counted] = await em.execute<{ total: number }[]>(countGrantsSql, params)
    context.setPage({ page, limit, total: counted?.total ?? 0 })
    return rows.map(toGrant)
  }

  /**
   * Takes back a grant: it and every code and token given under it are gone when this answers. Throws `GrantNotFound`
   * for an unknown one, one that has ended, and another's.
   */
  async withdraw(context: RequestContext, id: string): Promise<void> {
    const { em } = context
    const digest = id.startsWith(grantIdPrefix) ? id.slice(grantIdPrefix.length) : ''
    if (!(await deleteOwnedGrant(em, digest, context.accountId, context.now()))) throw new GrantNotFound()
  }

  /** How many people have given the application a grant that holds. */
  countUsers(context: RequestContext, appId: string): Promise<number> {
    return this.#userCounts(context).load(appId)
  }

  async #countUsersByApp(context: RequestContext, appIds: readonly string[]): Promise<number[]> {
    const rows = await context.em.execute<{ appId: string; people: number }[]>(countUsersSql, [
      context.now(),
      [...new Set(appIds)],
    ])
    return appIds.map((appId) => rows.find((row) => row.appId === appId)?.people ?? 0)
  }
}

function toGrant({ digest, appId, appName, scopes, createdAt, expiresAt }: GrantRow): OAuthGrant {
  return {
    id: grantIdPrefix + digest,
    app: { id: appId, name: appName },
    scopes: parseScopes(scopes),
    createdAt: new Date(createdAt),
    expiresAt: new Date(expiresAt),
  }
}

const ownedGrantsSql = `from oauth_record r join oauth_app a on a.id = r.client_id where ${isActiveGrantSql} and r.account_id = ?`

const listGrantsSql = `
  select r.digest, a.id as "appId", a.name as "appName",
         (select coalesce(jsonb_agg(scope), '[]') from (${grantedScopesSql}) as granted) as scopes,
         r.created_at as "createdAt", r.expires_at as "expiresAt"
    ${ownedGrantsSql}
   order by r.created_at desc, r.digest desc limit ? offset ?`

const countGrantsSql = `select count(*)::int as total ${ownedGrantsSql}`

const countUsersSql = `
  select r.client_id as "appId", count(distinct r.account_id)::int as people
    from oauth_record r where ${isActiveGrantSql} and r.client_id in (?) group by r.client_id`
