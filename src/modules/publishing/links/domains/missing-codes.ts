import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../platform/database/statements.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { CollectedWrites } from '../../../../platform/jobs/collected-writes.ts'
import type { Logger } from '../../../../platform/shared/logger.ts'
import { type Clock, dayMs } from '../../../../platform/shared/time.ts'
import { ShortCode } from '../codes/short-code.service.ts'
import { dropTrailing } from '../rules/code-address.ts'
import { toCodeKey, toRouteKey } from '../rules/slug-rules.ts'
import { MissingCode } from './missing-code.entity.ts'

/** How many codes of a domain are kept. Beyond it, those with the fewest visits go. */
const maxCodesPerDomain = 1000

/** After so many days without a visit, a code is forgotten. */
const retentionDays = 90

/** How many codes wait for the next write, at most. Visits of further codes are not counted until then. */
const maxPending = 10_000

/** A visit of a code on a domain that no link has. */
export interface MissingVisit {
  readonly domainId: string
  /** As in the address. */
  readonly code: string
  readonly referrerHost: string | null
  readonly country: string | null
}

interface PendingCode extends MissingVisit {
  readonly visits: number
  readonly firstVisitAt: Date
  readonly lastVisitAt: Date
}

interface MissingCodesDependencies {
  readonly orm: Orm
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
}

/** Counts visits of codes that no link has, for the owners of domains. They are collected, and written every few seconds. */
export class MissingCodes {
  private readonly writes: CollectedWrites<PendingCode>

  constructor(private readonly dependencies: MissingCodesDependencies) {
    const { orm, log } = dependencies
    this.writes = new CollectedWrites({
      merge: (earlier, later) => ({
        ...later,
        visits: earlier.visits + later.visits,
        firstVisitAt: earlier.firstVisitAt,
      }),
      write: (visits) => addVisits(orm.em.fork(), visits),
      log,
      failure: 'could not write the visits of missing codes',
    })
  }

  /** Adds a visit to the next write. What cannot be a code is left out, and so are names of files: programs ask for those. */
  record(visit: MissingVisit): void {
    const code = toCodeKey(dropTrailing(visit.code), { isImported: true })
    if (code === null || /\.[a-z]\w{1,3}$/.test(code)) return
    const key = toRouteKey(visit.domainId, code)
    if (!this.writes.has(key) && this.writes.size >= maxPending) return
    const now = this.dependencies.clock.now()
    this.writes.add(key, { ...visit, code, visits: 1, firstVisitAt: now, lastVisitAt: now })
  }

  /** Writes the collected visits. Never rejects. */
  flush(): Promise<void> {
    return this.writes.flush()
  }

  /** Forgets codes that nobody asks for any more. */
  async deleteUnused(): Promise<void> {
    const before = new Date(this.dependencies.clock.now().getTime() - retentionDays * dayMs)
    await this.dependencies.orm.em.fork().nativeDelete(MissingCode, { lastVisitAt: { $lt: before } })
  }
}

/** The codes of a domain that people ask for most and no link has, at most `limit` of them. */
export async function findMissingCodes(
  { em }: RequestContext,
  domainId: string,
  limit: number,
): Promise<readonly MissingCode[]> {
  const rows = await em.find(
    MissingCode,
    { domain: domainId },
    { orderBy: { visits: 'desc', lastVisitAt: 'desc', code: 'asc' }, disableIdentityMap: true },
  )
  const keys = rows.map(({ code }) => toRouteKey(domainId, code))
  const taken = await em.find(ShortCode, { key: { $in: keys }, link: { $ne: null } }, { fields: ['key'] })
  const takenKeys = new Set(taken.map(({ key }) => key))
  return rows.filter(({ code }) => !takenKeys.has(toRouteKey(domainId, code))).slice(0, limit)
}

/** In the order of their keys, so that two nodes do not wait for each other. Raw SQL: MikroORM cannot add to a column of a row that exists. */
async function addVisits(em: EntityManager, visits: readonly PendingCode[]): Promise<void> {
  await em.transactional(async (inner) => {
    await executeUnlogged(inner, addVisitsSql, [JSON.stringify(visits)])
    const domainIds = JSON.stringify([...new Set(visits.map(({ domainId }) => domainId))])
    await executeUnlogged(inner, keepMostVisitedSql, [domainIds, maxCodesPerDomain])
  })
}

/** A domain that was deleted meanwhile has no visits. */
const addVisitsSql = `
  insert into missing_code as missing (domain_id, code, visits, first_visit_at, last_visit_at, last_referrer_host, last_country)
  select domain.id, code, visits, "firstVisitAt", "lastVisitAt", "referrerHost", country
    from jsonb_to_recordset(?::jsonb) as visited (
           "domainId" text, code text, visits int, "firstVisitAt" timestamptz, "lastVisitAt" timestamptz,
           "referrerHost" text, country text)
    join domain on domain.id = "domainId"
   order by domain.id, code
     for key share of domain
      on conflict (domain_id, code) do update
     set visits = missing.visits + excluded.visits,
         last_visit_at = excluded.last_visit_at,
         last_referrer_host = excluded.last_referrer_host,
         last_country = excluded.last_country`

const keepMostVisitedSql = `
  delete from missing_code
   where (domain_id, code) in (
     select domain_id, code
       from (select domain_id, code,
                    row_number() over (partition by domain_id order by visits desc, last_visit_at desc) as place
               from missing_code
              where domain_id in (select jsonb_array_elements_text(?::jsonb))) as ordered
      where place > ?)`
