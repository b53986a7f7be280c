import type { Clock } from '../base/clock.ts'
import { newId, pastId } from '../base/ids.ts'
import { TooLate, within } from '../base/within.ts'
import { isOutOfReach } from '../database/out.of.reach.ts'
import { campaignOf, type Route } from '../links/index.ts'
import type { ClickRow } from './click.row.ts'
import type { Trigger } from './click.ts'
import type { CountryFinder } from './visitor/country.ts'
import type { VisitorSalts } from './visitor/salts.ts'
import type { Visit } from './visitor/visit.ts'
import type { ClickWriter } from './writer.ts'

/** A JSON resolution and the opening of the same link right after it are one visit. */
const sameVisitMs = 10_000

const hourMs = 3_600_000

/** How long a visitor waits for the salt of a new day. */
const saltPatienceMs = 3_000

/** Characters that are kept of a campaign parameter, as many as a link may set. */
const longestCampaign = 255

/** What a click in privacy says of its visitor. */
const nothingTold = {
  ...{ country: null, region: null, device: null, browser: null, os: null, referrer: null, visitor: null },
  ...{ utm_source: null, utm_medium: null, utm_campaign: null, bot_name: null, merges_since: null },
}

/** A visitor, a person or a robot, who is about to receive the destination. */
interface Passing {
  readonly link: Route
  readonly visit: Visit
  readonly trigger: Trigger
  readonly query: string
  readonly bot: boolean
  readonly at: Date
}

export interface RecorderParts {
  readonly writer: ClickWriter
  readonly countries: CountryFinder
  readonly salts: VisitorSalts
  readonly clock: Clock
}

/** Turns visits into clicks and has them written. */
export class ClickRecorder {
  readonly #parts: RecorderParts
  readonly #instant = instants()
  readonly #sameVisit = instants()

  constructor(parts: RecorderParts) {
    this.#parts = parts
  }

  /**
   * Records that a visitor is about to receive the destination, and says whether it may be given: false when the last
   * click of the limit went to somebody else. Whoever asks must not give the destination before this has answered.
   * `query` is what the visitor sent along, of which the destination may take campaign parameters.
   */
  grant(link: Route, visit: Visit, trigger: Trigger, query: string): Promise<boolean> {
    const written = this.#write(link, visit, trigger, query, false)
    return link.clickLimit === null ? written.then(() => true) : written
  }

  /** Records a robot's visit, which moves no counter. A link deleted in the same moment keeps no record of it. */
  async noteRobot(link: Route, visit: Visit, trigger: Trigger, query: string): Promise<void> {
    await this.#write(link, visit, trigger, query, true)
  }

  // Not async, as `grant`: every promise between a visitor and the group he waits for is one more turn for each click.
  #write(link: Route, visit: Visit, trigger: Trigger, query: string, bot: boolean): Promise<boolean> {
    const { writer, clock } = this.#parts
    const at = clock.now()
    if (link.privacyMode || visit.wantsPrivacy) return writer.write(privateClick(link, trigger, bot, at))
    const visitor = bot ? null : this.#visitorOf(link.ownerId ?? link.id, visit)
    const write = (known: string | null) => writer.write(this.#clickOf({ link, visit, trigger, query, bot, at }, known))
    return visitor instanceof Promise ? visitor.then(write) : write(visitor)
  }

  #clickOf({ link, visit, trigger, query, bot, at }: Passing, visitor: string | null): ClickRow {
    const { country, region } = this.#parts.countries.placeOf(visit.address)
    const { source, medium, campaign } = campaignOf(link, query)
    // Where the limit counts, every giving of the destination does; elsewhere a resolution and its visit are one.
    const merges = !bot && trigger === 'link' && link.clickLimit === null
    return {
      id: newId('clk', at),
      url_id: link.id,
      at: this.#instant(at.getTime()),
      trigger,
      country,
      region,
      device: visit.agent.device,
      browser: visit.agent.browser,
      os: visit.agent.os,
      referrer: visit.referrerHost,
      utm_source: kept(source),
      utm_medium: kept(medium),
      utm_campaign: kept(campaign),
      bot,
      bot_name: bot ? visit.robotName : null,
      visitor,
      merges_since: merges ? this.#sameVisit(at.getTime() - sameVisitMs) : null,
      limited: link.clickLimit !== null && !bot,
    }
  }

  /** Null while the salt of a day that has just begun cannot be read: a click without its visitor is still a click. */
  #visitorOf(ownerId: string, { address, userAgent }: Visit): string | Promise<string | null> {
    const hash = this.#parts.salts.hash(ownerId, address, userAgent)
    if (typeof hash === 'string') return hash
    return within(saltPatienceMs, hash).catch((error: unknown) => {
      if (error instanceof TooLate || isOutOfReach(error)) return null
      throw error
    })
  }
}

/** Of a visitor in privacy no more is told than that, and in which hour, somebody or a robot came. */
function privateClick(link: Route, trigger: Trigger, bot: boolean, at: Date): ClickRow {
  const hour = new Date(at.getTime() - (at.getTime() % hourMs))
  return {
    ...nothingTold,
    // Not newId: its ids never run backwards, so made for the hour it would tell the millisecond of the id before.
    id: pastId('clk', hour),
    url_id: link.id,
    at: hour.toISOString(),
    trigger,
    bot,
    limited: link.clickLimit !== null && !bot,
  }
}

/** Instants as text. Of the many clicks in one millisecond the first has it written. */
function instants(): (ms: number) => string {
  let [last, text] = [Number.NaN, '']
  return (ms) => {
    if (ms !== last) [last, text] = [ms, new Date(ms).toISOString()]
    return text
  }
}

/** PostgreSQL text holds no NUL, which a visitor's query may. */
function kept(value: string | null): string | null {
  return value?.replaceAll('\0', '').slice(0, longestCampaign).toWellFormed() || null
}
