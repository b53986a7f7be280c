import DataLoader from 'dataloader'
import { accountOf } from '../../access/admit.ts'
import { noteActivity } from '../../events/activity/note.ts'
import { type Context, perRequest } from '../../graphql/context.ts'
import type { Anomaly } from './anomaly.ts'
import type { AnomaliesArgs } from './args.ts'
import { AnomalyNotFound } from './failures.ts'
import { anomaliesOfLinks, findAnomaly, listAnomalies } from './records.ts'
import { activityOf } from './telling.ts'

/** Of each link the newest so many are shown in a graph; the list has them all. */
const mostOfLink = 20

/** What was found odd about the caller's links. Ownership is part of every query. */
export class Anomalies {
  /** Links of one list are looked up together; nothing is kept, for a mutation may come between. */
  readonly #ofLinks = perRequest(
    (context) =>
      new DataLoader<string, Anomaly[]>(
        (urlIds) => anomaliesOfLinks(context.em, context.accountId, urlIds, mostOfLink),
        { cache: false },
      ),
  )

  /** A page of them, newest first. */
  async list(context: Context, { page, limit, ...wish }: AnomaliesArgs): Promise<Anomaly[]> {
    const { anomalies, total } = await listAnomalies(context.em, context.accountId, wish, { page, limit })
    context.reportPage({ page, limit, total })
    return anomalies
  }

  async get(context: Context, id: string): Promise<Anomaly> {
    const anomaly = await findAnomaly(context.em, context.accountId, id)
    if (!anomaly) throw new AnomalyNotFound()
    return anomaly
  }

  /** The newest 20 of a link. */
  ofLink(context: Context, urlId: string): Promise<Anomaly[]> {
    return this.#ofLinks(context).load(urlId)
  }

  /** Takes note of an anomaly. One that is no longer open stays as it is. */
  acknowledge(context: Context, id: string): Promise<Anomaly> {
    return this.#settle(context, id, 'acknowledged', acknowledgeSql)
  }

  /** Ends an anomaly. While its cause lasts no other one begins in its place. */
  resolve(context: Context, id: string): Promise<Anomaly> {
    return this.#settle(context, id, 'resolved', resolveSql)
  }

  /** The guarded statement decides: of two that come at once, or of one that comes again, the first is noted. */
  #settle(context: Context, id: string, state: 'acknowledged' | 'resolved', sql: string): Promise<Anomaly> {
    const now = context.now()
    return context.em.transactional(async (em) => {
      const changed = await em.execute<{ id: string }[]>(sql, [now, id, context.accountId])
      const anomaly = await findAnomaly(em, context.accountId, id)
      if (!anomaly) throw new AnomalyNotFound()
      const by = { ownerId: context.accountId, actor: accountOf(context.caller).actorId, at: now }
      if (changed.length > 0) await noteActivity(em, activityOf(state, anomaly, by))
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
