import { isDatabaseUnavailable } from '../../../platform/database/database.errors.ts'
import type { Clock } from '../../../platform/shared/clock.ts'
import { hourMs } from '../../../platform/shared/durations.ts'
import { newBackdatedId, newId } from '../../../platform/shared/ids.ts'
import { TimeoutError, withTimeout } from '../../../platform/shared/timeout.ts'
import { getCampaign, type Route } from '../../links/index.ts'
import type { Trigger } from '../click.entity.ts'
import type { ClickRow } from './click-row.ts'
import type { ClickWriter } from './click-writer.ts'
import type { CountryFinder } from './country-finder.ts'
import type { Visit } from './visit.ts'
import type { VisitorSalts } from './visitor-salts.ts'

/** A JSON resolution and the opening of the same link right after it are one visit. */
const mergeWindowMs = 10_000

/** How long a visitor waits for the salt of a new day. */
const saltTimeoutMs = 3_000

/** Characters that are kept of a campaign parameter, as many as a link may set. */
const maxCampaignLength = 255

/** What a click in privacy says of its visitor. */
const anonymousFields = {
  ...{ country: null, region: null, device: null, browser: null, os: null, referrer: null, visitor: null },
  ...{ utm_source: null, utm_medium: null, utm_campaign: null, bot_name: null, merges_since: null },
}

/** A visitor, a person or a robot, who is about to receive the destination. */
interface VisitContext {
  readonly link: Route
  readonly visit: Visit
  readonly trigger: Trigger
  readonly query: string
  readonly bot: boolean
  readonly at: Date
}

export interface ClickRecorderDependencies {
  readonly writer: ClickWriter
  readonly countries: CountryFinder
  readonly salts: VisitorSalts
  readonly clock: Clock
}

/** Turns visits into clicks and has them written. */
export class ClickRecorder {
  readonly #dependencies: ClickRecorderDependencies
  readonly #formatInstant = createInstantFormatter()
  readonly #formatMergeStart = createInstantFormatter()

  constructor(dependencies: ClickRecorderDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Records that a visitor is about to receive the destination, and says whether it may be given: false when the last
   * click of the limit went to somebody else. Whoever asks must not give the destination before this has answered.
   * `query` is what the visitor sent along, of which the destination may take campaign parameters.
   */
  recordClick(link: Route, visit: Visit, trigger: Trigger, query: string): Promise<boolean> {
    const written = this.#write(link, visit, trigger, query, false)
    return link.clickLimit === null ? written.then(() => true) : written
  }

  /** Records a robot's visit, which moves no counter. A link deleted in the same moment keeps no record of it. */
  async recordBotClick(link: Route, visit: Visit, trigger: Trigger, query: string): Promise<void> {
    await this.#write(link, visit, trigger, query, true)
  }

  // Not async, as `grant`: every promise between a visitor and the group he waits for is one more turn for each click.
  #write(link: Route, visit: Visit, trigger: Trigger, query: string, bot: boolean): Promise<boolean> {
    const { writer, clock } = this.#dependencies
    const at = clock.now()
    if (link.privacyMode || visit.wantsPrivacy) return writer.write(buildPrivateClick(link, trigger, bot, at))
    const visitor = bot ? null : this.#hashVisitor(link.ownerId ?? link.id, visit)
    const write = (visitorHash: string | null) =>
      writer.write(this.#buildClick({ link, visit, trigger, query, bot, at }, visitorHash))
    return visitor instanceof Promise ? visitor.then(write) : write(visitor)
  }

  #buildClick({ link, visit, trigger, query, bot, at }: VisitContext, visitorHash: string | null): ClickRow {
    const { country, region } = this.#dependencies.countries.locate(visit.address)
    const { source, medium, campaign } = getCampaign(link, query)
    // Where the limit counts, every giving of the destination does; elsewhere a resolution and its visit are one.
    const canMerge = !bot && trigger === 'link' && link.clickLimit === null
    return {
      id: newId('clk', at),
      url_id: link.id,
      at: this.#formatInstant(at.getTime()),
      trigger,
      country,
      region,
      device: visit.agent.device,
      browser: visit.agent.browser,
      os: visit.agent.os,
      referrer: visit.referrerHost,
      utm_source: sanitizeCampaign(source),
      utm_medium: sanitizeCampaign(medium),
      utm_campaign: sanitizeCampaign(campaign),
      bot,
      bot_name: bot ? visit.botName : null,
      visitor: visitorHash,
      merges_since: canMerge ? this.#formatMergeStart(at.getTime() - mergeWindowMs) : null,
      limited: link.clickLimit !== null && !bot,
    }
  }

  /** Null while the salt of a day that has just begun cannot be read: a click without its visitor is still a click. */
  #hashVisitor(ownerId: string, { address, userAgent }: Visit): string | Promise<string | null> {
    const hash = this.#dependencies.salts.hash(ownerId, address, userAgent)
    if (typeof hash === 'string') return hash
    return withTimeout(saltTimeoutMs, hash).catch((error: unknown) => {
      if (error instanceof TimeoutError || isDatabaseUnavailable(error)) return null
      throw error
    })
  }
}

/** Of a visitor in privacy no more is told than that, and in which hour, somebody or a robot came. */
function buildPrivateClick(link: Route, trigger: Trigger, bot: boolean, at: Date): ClickRow {
  const hour = new Date(at.getTime() - (at.getTime() % hourMs))
  return {
    ...anonymousFields,
    // Not newId: its ids never run backwards, so made for the hour it would tell the millisecond of the id before.
    id: newBackdatedId('clk', hour),
    url_id: link.id,
    at: hour.toISOString(),
    trigger,
    bot,
    limited: link.clickLimit !== null && !bot,
  }
}

/** Instants as text. Of the many clicks in one millisecond the first has it written. */
function createInstantFormatter(): (ms: number) => string {
  let [last, text] = [Number.NaN, '']
  return (ms) => {
    if (ms !== last) [last, text] = [ms, new Date(ms).toISOString()]
    return text
  }
}

/** PostgreSQL text holds no NUL, which a visitor's query may. */
function sanitizeCampaign(value: string | null): string | null {
  return value?.replaceAll('\0', '').slice(0, maxCampaignLength).toWellFormed() || null
}
