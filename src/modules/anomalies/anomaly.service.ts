import DataLoader from 'dataloader'
import { recordActivities } from '../../platform/audit-log/activity.queries.ts'
import { requireAccount } from '../../platform/auth/authorization.ts'
import { perRequest, type RequestContext } from '../../platform/graphql/request-context.ts'
import { findAnomaliesByLinks, findAnomaly, listAnomalies } from './anomaly.queries.ts'
import { type AnomaliesArgs, type Anomaly, AnomalyNotFound } from './anomaly.types.ts'
import { createAnomalyActivity } from './anomaly-events.ts'

/** Of each link the newest so many are shown in a graph; the list has them all. */
const maxAnomaliesPerLink = 20

/** What was found odd about the caller's links. Ownership is part of every query. */
export class AnomalyService {
  /** Links of one list are looked up together; nothing is kept, for a mutation may come between. */
  readonly #anomaliesByLink = perRequest(
    (context) =>
      new DataLoader<string, Anomaly[]>(
        (urlIds) => findAnomaliesByLinks(context.em, context.accountId, urlIds, maxAnomaliesPerLink),
        { cache: false },
      ),
  )

  /** A page of them, newest first. */
  async list(context: RequestContext, { page, limit, ...filter }: AnomaliesArgs): Promise<Anomaly[]> {
    const { anomalies, total } = await listAnomalies(context.em, context.accountId, filter, { page, limit })
    context.setPage({ page, limit, total })
    return anomalies
  }

  async get(context: RequestContext, id: string): Promise<Anomaly> {
    const anomaly = await findAnomaly(context.em, context.accountId, id)
    if (!anomaly) throw new AnomalyNotFound()
    return anomaly
  }

  /** The newest 20 of a link. */
  listForLink(context: RequestContext, urlId: string): Promise<Anomaly[]> {
    return this.#anomaliesByLink(context).load(urlId)
  }

  /** Takes note of an anomaly. One that is no longer open stays as it is. */
  acknowledge(context: RequestContext, id: string): Promise<Anomaly> {
    return this.#changeStatus(context, id, 'acknowledged', acknowledgeSql)
  }

  /** Ends an anomaly. While its cause lasts no other one begins in its place. */
  resolve(context: RequestContext, id: string): Promise<Anomaly> {
    return this.#changeStatus(context, id, 'resolved', resolveSql)
  }

  /** The guarded statement decides: of two that come at once, or of one that comes again, the first is noted. */
  #changeStatus(
    context: RequestContext,
    id: string,
    newStatus: 'acknowledged' | 'resolved',
    sql: string,
  ): Promise<Anomaly> {
    const now = context.now()
    return context.em.transactional(async (em) => {
      const changedRows = await em.execute<{ id: string }[]>(sql, [now, id, context.accountId])
      const anomaly = await findAnomaly(em, context.accountId, id)
      if (!anomaly) throw new AnomalyNotFound()
      const by = { ownerId: context.accountId, actor: requireAccount(context.caller).actorId, at: now }
      if (changedRows.length > 0) await recordActivities(em, createAnomalyActivity(newStatus, anomaly, by))
      return anomaly
    })
  }
}

const acknowledgeSql = `
  update anomaly set status = 'acknowledged', acknowledged_at = ?
   where id = ? and owner_id = ? and status = 'open' returning id`

const resolveSql = `
  update anomaly set status = 'resolved', resolved_at = ?
   where id = ? and owner_id = ? and status <> 'resolved' returning id`
