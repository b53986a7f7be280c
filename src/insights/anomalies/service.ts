import DataLoader from 'dataloader'
import { accountOf } from '../../access/admit.ts'
import { noteActivity } from '../../events/activity/note.ts'
import type { Context } from '../../graphql/context.ts'
import type { Anomaly } from './anomaly.ts'
import type { AnomaliesArgs } from './args.ts'
import { AnomalyNotFound } from './failures.ts'
import { anomaliesOfLinks, findAnomaly, listAnomalies } from './records.ts'
import { activityOf } from './telling.ts'

/** Of each link the newest so many are shown in a graph; the list has them all. */
const mostOfLink = 20

/** What was found odd about the caller's links. Ownership is part of every query. */
export class Anomalies {
  readonly #context: Context
  /** Links of one list are looked up together; nothing is kept, for a mutation may come between. */
  readonly #ofLinks: DataLoader<string, Anomaly[]>

  constructor(context: Context) {
    this.#context = context
    const found = (urlIds: readonly string[]) => anomaliesOfLinks(context.em, this.#callerId(), urlIds, mostOfLink)
    this.#ofLinks = new DataLoader(found, { cache: false })
  }

  /** A page of them, newest first. */
  async list({ page, limit, ...wish }: AnomaliesArgs): Promise<Anomaly[]> {
    const { anomalies, total } = await listAnomalies(this.#context.em, this.#callerId(), wish, { page, limit })
    this.#context.reportPage({ page, limit, total })
    return anomalies
  }

  async get(id: string): Promise<Anomaly> {
    const anomaly = await findAnomaly(this.#context.em, this.#callerId(), id)
    if (!anomaly) throw new AnomalyNotFound()
    return anomaly
  }

  /** The newest 20 of a link. */
  ofLink(urlId: string): Promise<Anomaly[]> {
    return this.#ofLinks.load(urlId)
  }

  /** Takes note of an anomaly. One that is no longer open stays as it is. */
  acknowledge(id: string): Promise<Anomaly> {
    return this.#settle(id, 'acknowledged', acknowledgeSql)
  }

  /** Ends an anomaly. While its cause lasts no other one begins in its place. */
  resolve(id: string): Promise<Anomaly> {
    return this.#settle(id, 'resolved', resolveSql)
  }

  /** The guarded statement decides: of two that come at once, or of one that comes again, the first is noted. */
  #settle(id: string, state: 'acknowledged' | 'resolved', sql: string): Promise<Anomaly> {
    const now = this.#context.now()
    return this.#context.em.transactional(async (em) => {
      const changed = await em.execute<{ id: string }[]>(sql, [now, id, this.#callerId()])
      const anomaly = await findAnomaly(em, this.#callerId(), id)
      if (!anomaly) throw new AnomalyNotFound()
      const by = { ownerId: this.#callerId(), actor: accountOf(this.#context.caller).actorId, at: now }
      if (changed.length > 0) await noteActivity(em, activityOf(state, anomaly, by))
      return anomaly
    })
  }

  #callerId(): string {
    return accountOf(this.#context.caller).accountId
  }
}

const acknowledgeSql = `
  update anomaly set status = 'acknowledged', acknowledged_at = ?
   where id = ? and owner_id = ? and status = 'open' returning id`

const resolveSql = `
  update anomaly set status = 'resolved', resolved_at = ?
   where id = ? and owner_id = ? and status <> 'resolved' returning id`
