import type { Clock } from '../../base/clock.ts'
import { prepareToCount } from '../../clicks/index.ts'
import type { EntityManager, Orm } from '../../database/open.ts'
import { quietly, run } from '../../database/quiet.ts'
import type { Events } from '../../events/events.ts'
import { hourMs, linksToJudge } from './hours.ts'
import { judgeLinks } from './judging.ts'

export interface DetectorParts {
  readonly orm: Orm
  readonly clock: Clock
  readonly events: Events
  /** The embedded database answers nobody else while a statement runs, so it is asked for fewer links at once. */
  readonly isEmbedded: boolean
}

/** An hour is judged so long after its end: what came in its last moments is written a little later. */
const graceMs = 120_000

/** Hours of longer ago are judged no more by a service that was away. */
const latestHours = 48

/** Clocks of nodes differ by less. Whoever finds more judged has had his set back, and begins again from where it is. */
const apartMs = hourMs

/** On a server a statement may take longer than a request's. */
const patienceMs = 60_000

/**
 * Looks for what is odd about the clicks of links, an hour after the other as they close. Any number of nodes may do so:
 * one of them notes which links are to be judged for an hour, each takes some of these until there are none, and so every
 * hour of a link is judged once.
 */
export class AnomalyDetector {
  readonly #parts: DetectorParts
  readonly #linksAtOnce: number
  /** The start of the last hour that is known to be judged, so that in between nobody is asked. */
  #done = 0

  constructor(parts: DetectorParts) {
    this.#parts = parts
    this.#linksAtOnce = parts.isEmbedded ? 50 : 250
  }

  /** Judges what can be judged now, until nothing is left to this node. Answers how many hours of links it judged. */
  async sweep(): Promise<number> {
    const now = this.#parts.clock.now()
    const last = Math.floor((now.getTime() - graceMs) / hourMs) * hourMs - hourMs
    if (last === this.#done) return 0
    let judged = 0
    for (;;) {
      const links = await this.#transactional((em) => this.#judgeSome(em, now))
      judged += links
      if (links === 0 && !(await this.#transactional((em) => this.#openHour(em, last)))) return judged
    }
  }

  /** How many links were still to be judged, this node's share of them. */
  async #judgeSome(em: EntityManager, now: Date): Promise<number> {
    const taken = await run<{ urlId: string; hour: string | Date }>(em, takeSql, [this.#linksAtOnce])
    const [first] = taken
    if (!first) return 0
    const urlIds = taken.map(({ urlId }) => urlId)
    await judgeLinks(em, this.#parts.events, { hour: new Date(first.hour), urlIds, now })
    return taken.length
  }

  /** Whether there is another hour to judge: not while another node judges the one before. */
  async #openHour(em: EntityManager, last: number): Promise<boolean> {
    const [mark] = await run<{ hour: string | Date | null }>(em, markSql)
    // Asked when the mark is held: another node may have moved it, and noted links, since this one looked for it.
    if (!mark || (await run(em, 'select from anomaly_pending limit 1')).length > 0) return false
    const before = mark.hour === null ? last - hourMs : new Date(mark.hour).getTime()
    if (before >= last) {
      if (before - last > apartMs) await run(em, 'update anomaly_watermark set hour = ?', [new Date(last)])
      this.#done = last
      return false
    }
    const hour = new Date(Math.max(before + hourMs, last - (latestHours - 1) * hourMs))
    await run(em, pendSql, [hour, JSON.stringify(await linksToJudge(em, hour))])
    await run(em, 'update anomaly_watermark set hour = ?', [hour])
    return true
  }

  #transactional<T>(act: (em: EntityManager) => Promise<T>): Promise<T> {
    return this.#parts.orm.em.fork(quietly()).transactional(async (em) => {
      await prepareToCount(em, patienceMs)
      return act(em)
    }, quietly())
  }
}

/** With their links: one that is being deleted takes its row along, so to wait for it would be in a circle. */
const takeSql = `
  delete from anomaly_pending where url_id in (
    select url_id from anomaly_pending join link on link.id = url_id order by url_id limit ?
       for update of anomaly_pending skip locked for key share of link skip locked)
  returning url_id as "urlId", hour`

const markSql = 'select hour from anomaly_watermark for update skip locked'

/** Nobody is told of links without an owner. What goes on is followed until it ends. */
const pendSql = `
  insert into anomaly_pending (url_id, hour)
  select id, ?::timestamptz from link
   where owner_id is not null
     and id in (select value from jsonb_array_elements_text(?::jsonb) union
                select url_id from anomaly where cleared_at is null)`
