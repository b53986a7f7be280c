import { raw } from '@mikro-orm/postgresql'
import DataLoader from 'dataloader'
import { parseScopes } from '../../../platform/auth/scopes.ts'
import type { PageArgs } from '../../../platform/graphql/pagination.ts'
import { perRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'
import { GrantNotFound } from '../oauth.errors.ts'
import { activeGrants, OAuthRecord } from '../server/oauth-record.entity.ts'
import type { OAuthGrant } from './oauth-grant.types.ts'

const grantIdPrefix = 'grt_'

/** The caller's grants to applications, and the user counts of applications. */
export class OAuthGrantService {
  /** Counts the users of all applications of a list in one query. Not cached, because a mutation may run in between. */
  readonly #userCounts = perRequest(
    (context) => new DataLoader<string, number>((appIds) => countUsersByApp(context, appIds), { cache: false }),
  )

  /** A page of the caller's active grants, newest first; sets the page headers. */
  async list(context: RequestContext, { page, limit }: PageArgs): Promise<OAuthGrant[]> {
    const [records, total] = await context.em.findAndCount(
      OAuthRecord,
      { ...activeGrants(context.now()), account: context.accountId },
      { populate: ['app'], orderBy: { createdAt: 'desc', digest: 'desc' }, limit, offset: (page - 1) * limit },
    )
    context.setPage({ page, limit, total })
    return records.map(toGrant)
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

  /** Number of users with an active grant to the application. */
  countUsers(context: RequestContext, appId: string): Promise<number> {
    return this.#userCounts(context).load(appId)
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
