import DataLoader from 'dataloader'
import { scopesAmong } from '../access/scopes.ts'
import { type Context, perRequest } from '../graphql/context.ts'
import type { PageArgs } from '../graphql/page.args.ts'
import { GrantNotFound } from './failures.ts'
import { dropGrant, grantedScopes, isLivingGrant } from './grant.records.ts'
import type { OAuthGrant } from './grant.ts'

const prefix = 'grt_'

interface GrantRow {
  readonly digest: string
  readonly appId: string
  readonly appName: string
  readonly scopes: readonly string[]
  readonly createdAt: string | Date
  readonly expiresAt: string | Date
}

/** What people allowed applications: one's own grants to see and to withdraw, and how many there are of an application. */
export class OAuthGrants {
  /** Counts for all applications of a list at once; nothing is kept, for a mutation may come between. */
  readonly #people = perRequest(
    (context) => new DataLoader<string, number>((appIds) => this.#countPeople(context, appIds), { cache: false }),
  )

  /** A page of the grants the caller gave and that still hold, newest first. */
  async list(context: Context, { page, limit }: PageArgs): Promise<OAuthGrant[]> {
    const { em } = context
    const mine = [context.now(), context.accountId]
    const rows = await em.execute<GrantRow[]>(listSql, [...mine, limit, (page - 1) * limit])
    const [counted] = await em.execute<{ total: number }[]>(totalSql, mine)
    context.reportPage({ page, limit, total: counted?.total ?? 0 })
    return rows.map(grantOf)
  }

  /**
   * Takes back a grant: it and every code and token given under it are gone when this answers. Throws `GrantNotFound`
   * for an unknown one, one that has ended, and another's.
   */
  async withdraw(context: Context, id: string): Promise<void> {
    const { em } = context
    const digest = id.startsWith(prefix) ? id.slice(prefix.length) : ''
    if (!(await dropGrant(em, digest, context.accountId, context.now()))) throw new GrantNotFound()
  }

  /** How many people have given the application a grant that holds. */
  countPeople(context: Context, appId: string): Promise<number> {
    return this.#people(context).load(appId)
  }

  async #countPeople(context: Context, appIds: readonly string[]): Promise<number[]> {
    const rows = await context.em.execute<{ appId: string; people: number }[]>(peopleSql, [
      context.now(),
      [...new Set(appIds)],
    ])
    return appIds.map((appId) => rows.find((row) => row.appId === appId)?.people ?? 0)
  }
}

function grantOf({ digest, appId, appName, scopes, createdAt, expiresAt }: GrantRow): OAuthGrant {
  return {
    id: prefix + digest,
    app: { id: appId, name: appName },
    scopes: scopesAmong(scopes),
    createdAt: new Date(createdAt),
    expiresAt: new Date(expiresAt),
  }
}

const mine = `from oauth_record r join oauth_app a on a.id = r.client_id where ${isLivingGrant} and r.account_id = ?`

const listSql = `
  select r.digest, a.id as "appId", a.name as "appName",
         (select coalesce(jsonb_agg(scope), '[]') from (${grantedScopes}) as granted) as scopes,
         r.created_at as "createdAt", r.expires_at as "expiresAt"
    ${mine}
   order by r.created_at desc, r.digest desc limit ? offset ?`

const totalSql = `select count(*)::int as total ${mine}`

const peopleSql = `
  select r.client_id as "appId", count(distinct r.account_id)::int as people
    from oauth_record r where ${isLivingGrant} and r.client_id in (?) group by r.client_id`
