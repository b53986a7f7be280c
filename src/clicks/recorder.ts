import { ulid } from 'ulid'
import { newId } from '../base/ids.ts'
import type { Context } from '../graphql/context.ts'
import type { Link } from '../links/index.ts'
import type { Trigger } from './click.ts'
import { CountryFinder } from './visitor/country.ts'
import { VisitorSalts } from './visitor/salts.ts'
import type { Visit } from './visitor/visit.ts'

/** A JSON resolution and the opening of the same link right after it are one visit. */
const sameVisitMs = 10_000

/** Counts visits. One statement, so one transaction, writes the row and moves the counter, or does neither. */
export class ClickRecorder {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  /**
   * Records that a visitor is about to receive the destination, and says whether it may be given: false when the last
   * click of the limit went to somebody else. Whoever asks must not give the destination before this has answered.
   */
  async grant(link: Link, visit: Visit, trigger: Trigger): Promise<boolean> {
    const click = await this.#clickOf(link, visit, trigger)
    const isLimited = link.clickLimit !== null
    // Where the limit counts, every giving of the destination does; elsewhere a resolution and its visit are one.
    const mergesInto = !isLimited && trigger === 'link' && click.visitorHash !== null
    const since = new Date(click.at.getTime() - sameVisitMs)
    const granted = await this.#context.em.execute(
      `with granted as (
         update link set current_clicks = current_clicks + 1
          where id = ? and (click_limit is null or current_clicks < click_limit)
            and not (?::boolean and exists (
              select 1 from click where url_id = ? and created_at > ? and trigger = 'api' and visitor_hash = ?))
         returning id)
       insert into click (id, url_id, created_at, trigger, country, device, browser, os, referrer_host, is_bot, visitor_hash)
       select ?, id, ?, ?, ?, ?, ?, ?, ?, false, ? from granted
       returning id`,
      [link.id, mergesInto, link.id, since, click.visitorHash, ...click.columns, click.visitorHash],
    )
    return granted.length === 1 || !isLimited
  }

  /** Records a robot's visit, which moves no counter. A link deleted in the same moment keeps no record of it. */
  async noteRobot(link: Link, visit: Visit, trigger: Trigger): Promise<void> {
    const click = await this.#clickOf(link, visit, trigger)
    await this.#context.em.execute(
      `insert into click (id, url_id, created_at, trigger, country, device, browser, os, referrer_host, is_bot, bot_name)
       select ?, id, ?, ?, ?, ?, ?, ?, ?, true, ? from link where id = ? for key share`,
      [...click.columns, click.isPrivate ? null : visit.robotName, link.id],
    )
  }

  async #clickOf(link: Link, visit: Visit, trigger: Trigger) {
    const at = this.#context.now()
    if (link.privacyMode || visit.wantsPrivacy) {
      const hour = new Date(at)
      hour.setUTCMinutes(0, 0, 0)
      // Not newId: its ids never run backwards, so made for the hour it would tell the millisecond of the id before.
      const id = `clk_${ulid(hour.getTime()).toLowerCase()}`
      return { at, isPrivate: true, visitorHash: null, columns: [id, hour, trigger, null, null, null, null, null] }
    }
    const { address, userAgent, agent, referrerHost } = visit
    const country = this.#context.part(CountryFinder).countryOf(address)
    const visitorHash = await this.#context.part(VisitorSalts).hash(link.owner?.id ?? link.id, address, userAgent)
    const columns = [newId('clk', at), at, trigger, country, agent.device, agent.browser, agent.os, referrerHost]
    return { at, isPrivate: false, visitorHash, columns }
  }
}
