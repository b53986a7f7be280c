import { ulid } from 'ulid'
import type { Clock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import { TooLate, within } from '../base/within.ts'
import { isOutOfReach } from '../database/out.of.reach.ts'
import { type Campaign, campaignOf, noCampaign, type Route } from '../links/index.ts'
import type { ClickRow } from './batch.ts'
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
  ...campaignColumns(noCampaign),
  ...{ country: null, region: null, device: null, browser: null, os: null, referrer: null, visitor: null },
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

  constructor(parts: RecorderParts) {
    this.#parts = parts
  }

  /**
   * Records that a visitor is about to receive the destination, and says whether it may be given: false when the last
   * click of the limit went to somebody else. Whoever asks must not give the destination before this has answered.
   * `query` is what the visitor sent along, of which the destination may take campaign parameters.
   */
  async grant(link: Route, visit: Visit, trigger: Trigger, query: string): Promise<boolean> {
    const granted = await this.#parts.writer.write(await this.#clickOf(link, visit, trigger, query, false))
    return granted || link.clickLimit === null
  }

  /** Records a robot's visit, which moves no counter. A link deleted in the same moment keeps no record of it. */
  async noteRobot(link: Route, visit: Visit, trigger: Trigger, query: string): Promise<void> {
    await this.#parts.writer.write(await this.#clickOf(link, visit, trigger, query, true))
  }

  async #clickOf(link: Route, visit: Visit, trigger: Trigger, query: string, bot: boolean): Promise<ClickRow> {
    const at = this.#parts.clock.now()
    const isPrivate = link.privacyMode || visit.wantsPrivacy
    const limited = link.clickLimit !== null && !bot
    const known = { url_id: link.id, trigger, bot, bot_name: bot && !isPrivate ? visit.robotName : null, limited }
    if (isPrivate) {
      const hour = at.getTime() - (at.getTime() % hourMs)
      // Not newId: its ids never run backwards, so made for the hour it would tell the millisecond of the id before.
      const id = `clk_${ulid(hour).toLowerCase()}`
      return { ...known, ...nothingTold, id, at: new Date(hour).toISOString(), merges_since: null }
    }
    const { address, userAgent, agent, referrerHost } = visit
    const visitor = bot ? null : await this.#visitorOf(link.ownerId ?? link.id, address, userAgent)
    // Where the limit counts, every giving of the destination does; elsewhere a resolution and its visit are one.
    const merges = !bot && trigger === 'link' && link.clickLimit === null
    return {
      ...known,
      id: newId('clk', at),
      at: at.toISOString(),
      ...this.#parts.countries.placeOf(address),
      ...campaignColumns(campaignOf(link, query)),
      device: agent.device,
      browser: agent.browser,
      os: agent.os,
      referrer: referrerHost,
      visitor,
      merges_since: merges ? new Date(at.getTime() - sameVisitMs).toISOString() : null,
    }
  }

  /** Null while the salt of a day that has just begun cannot be read: a click without its visitor is still a click. */
  async #visitorOf(ownerId: string, address: string, userAgent: string): Promise<string | null> {
    const hash = this.#parts.salts.hash(ownerId, address, userAgent)
    if (typeof hash === 'string') return hash
    try {
      return await within(saltPatienceMs, hash)
    } catch (error) {
      if (error instanceof TooLate || isOutOfReach(error)) return null
      throw error
    }
  }
}

/** PostgreSQL text holds no NUL, which a visitor's query may. */
function campaignColumns({ source, medium, campaign }: Campaign) {
  return { utm_source: kept(source), utm_medium: kept(medium), utm_campaign: kept(campaign) }
}

function kept(value: string | null): string | null {
  return value?.replaceAll('\0', '').slice(0, longestCampaign).toWellFormed() || null
}
