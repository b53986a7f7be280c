import { raw } from '@mikro-orm/postgresql'
import { parseScopes } from '../../../platform/auth/scopes.ts'
import { findPage, type PageArgs } from '../../../platform/graphql/pagination.ts'
import { batchPerRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import { GrantNotFound } from '../oauth.errors.ts'
import { activeGrants, type OAuthGrant, OAuthRecord } from '../server/oauth-record.entity.ts'

const grantIdPrefix = 'grt_'

/** The caller's grants to applications, and the user counts of applications. */
export class OAuthGrantService {
  /** Number of users with an active grant to the application with this id. */
  readonly countUsers = batchPerRequest(countUsersByApp)

  /** A page of the caller's active grants, newest first; sets the page headers. */
  async list(context: RequestContext, page: PageArgs): Promise<OAuthGrant[]> {
    const where = { ...activeGrants(context.now()), account: context.accountId }
    const options = { populate: ['app'], orderBy: { createdAt: 'desc', digest: 'desc' } } as const
    return (await findPage(context, OAuthRecord, where, page, options)).map(toGrant)
  }

  /** Deletes a grant with its codes and tokens. Throws `GrantNotFound` unless it is an active grant of the caller. */
  async withdraw(context: RequestContext, id: string): Promise<void> {
    const digest = id.startsWith(grantIdPrefix) ? id.slice(grantIdPrefix.length) : ''
    const grant = { ...activeGrants(context.now()), digest, account: context.accountId }
    await context.em.transactional(async (em) => {
      const deletedCount = await em.nativeDelete(OAuthRecord, grant)
      if (deletedCount === 0) throw new GrantNotFound()
      await em.nativeDelete(OAuthRecord, { grantDigest: digest })
    })
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

function toGrant({ digest, app, payload, createdAt, expiresAt }: OAuthRecord): OAuthGrant {
  if (!app) throw new Error('The grant record has no application.')
  const scopeLists = [payload.openid?.scope ?? '', ...Object.values(payload.resources ?? {})]
  return {
    id: grantIdPrefix + digest,
    app: app.unwrap(),
    scopes: parseScopes(scopeLists.flatMap((list) => list.split(' '))),
    createdAt,
    expiresAt,
  }
}
