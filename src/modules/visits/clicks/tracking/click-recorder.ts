import { isDatabaseUnavailable } from '../../../../platform/database/database.errors.ts'
import { newBackdatedId, newId } from '../../../../platform/shared/ids.ts'
import { type Clock, startOfHour, TimeoutError, withTimeout } from '../../../../platform/shared/time.ts'
import { getCampaign, type Route, type RouteRule, type VisitorQuery } from '../../../publishing/links/index.ts'
import type { Trigger } from '../click.entity.ts'
import type { ClickRow } from './click-row.ts'
import type { ClickWriter } from './click-writer.ts'
import type { LocationFinder } from './location-finder.ts'
import { toStoredText } from './stored-text.ts'
import type { Visit } from './visit.ts'
import type { VisitorSalts } from './visitor-salts.ts'

/** How long a visitor waits for the salt of a new day. */
const saltTimeoutMs = 3_000

/** Characters stored of a campaign parameter, as many as a link may set. */
const maxCampaignLength = 255

/** The fields that privacy mode leaves empty. */
const anonymousFields = {
  country: null,
  region: null,
  city: null,
  device: null,
  browser: null,
  os: null,
  referrer: null,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  rule_id: null,
  variant: null,
  utm_term: null,
  utm_content: null,
  bot_name: null,
  visitor: null,
}

/** A person or a bot who is about to receive the destination. */
export interface RecordedVisit {
  readonly visit: Visit
  readonly trigger: Trigger
  readonly query: VisitorQuery
  /** The rule that chose the destination; null when the link's own destination was used. */
  readonly rule: RouteRule | null
}

export interface ClickRecorderDependencies {
  readonly writer: ClickWriter
  readonly locations: LocationFinder
  readonly salts: VisitorSalts
  readonly clock: Clock
}

/** Turns visits into clicks and passes them to the writer. */
export class ClickRecorder {
  private readonly formatInstant = createInstantFormatter()

  constructor(private readonly dependencies: ClickRecorderDependencies) {}

  /**
   * Records a click and returns whether the destination may be given: false when the click limit is used up. Wait for
   * the result before you give the destination, which may take campaign parameters from the query.
   */
  recordClick(link: Route, recorded: RecordedVisit): Promise<boolean> {
    return this.write(link, recorded, false)
  }

  /** Records the visit of a bot. It moves no counter. When the link is deleted meanwhile, nothing is recorded. */
  async recordBotClick(link: Route, recorded: RecordedVisit): Promise<void> {
    await this.write(link, recorded, true)
  }

  /**
   * The hash of a visitor for this day, as it is stored with the click. Null in privacy mode, and while the salt of a new
   * day cannot be read.
   */
  identifyVisitor(link: Route, visit: Visit): string | null | Promise<string | null> {
    if (link.privacyMode || visit.wantsPrivacy) return null
    return this.hashVisitor(link.workspaceId ?? link.id, visit)
  }

  // Not async: each promise between a visitor and the journal adds a microtask to every redirect.
  private write(link: Route, recorded: RecordedVisit, bot: boolean): Promise<boolean> {
    const { visit, trigger } = recorded
    const at = this.dependencies.clock.now()
    if (link.privacyMode || visit.wantsPrivacy) return this.store(link, buildPrivateClick(link, trigger, bot, at))
    const visitor = bot ? null : this.hashVisitor(link.workspaceId ?? link.id, visit)
    const write = (visitorHash: string | null) =>
      this.store(link, this.buildClick(link, recorded, { bot, at, visitorHash }))
    return visitor instanceof Promise ? visitor.then(write) : write(visitor)
  }

  /** Bots never get the destination of a link with a click limit, so no limit decides their clicks. */
  private store({ clickLimit, workspaceId }: Route, click: ClickRow): Promise<boolean> {
    const { writer } = this.dependencies
    return clickLimit !== null && !click.bot ? writer.take(click, workspaceId) : writer.write(click, workspaceId)
  }

  private buildClick(
    link: Route,
    { visit, trigger, query, rule }: RecordedVisit,
    { bot, at, visitorHash }: { readonly bot: boolean; readonly at: Date; readonly visitorHash: string | null },
  ): ClickRow {
    const { country, region, city } = this.dependencies.locations.locate(visit.address)
    const { source, medium, campaign, term, content } = getCampaign(rule?.destination ?? link.originalUrl, link, query)
    return {
      id: newId('clk', at),
      url_id: link.id,
      at: this.formatInstant(at.getTime()),
      trigger,
      country,
      region,
      city,
      device: visit.agent.device,
      browser: visit.agent.browser,
      os: visit.agent.os,
      referrer: visit.referrerHost,
      utm_source: toCampaignText(source),
      utm_medium: toCampaignText(medium),
      utm_campaign: toCampaignText(campaign),
      rule_id: rule?.id ?? null,
      variant: rule?.kind === 'split' ? rule.name : null,
      utm_term: toCampaignText(term),
      utm_content: toCampaignText(content),
      bot,
      bot_name: bot ? visit.botName : null,
      visitor: visitorHash,
    }
  }

  /** Null while the salt of a new day cannot be read. The click is then recorded without its visitor. */
  private hashVisitor(workspaceId: string, { address, userAgent }: Visit): string | Promise<string | null> {
    const hash = this.dependencies.salts.hash(workspaceId, address, userAgent)
    if (typeof hash === 'string') return hash
    return withTimeout(saltTimeoutMs, hash).catch((error: unknown) => {
      if (error instanceof TimeoutError || isDatabaseUnavailable(error)) return null
      throw error
    })
  }
}

/** In privacy mode a click has only its hour, its trigger, and whether a bot clicked. */
function buildPrivateClick(link: Route, trigger: Trigger, bot: boolean, at: Date): ClickRow {
  const hour = startOfHour(at)
  return {
    ...anonymousFields,
    // Not `newId`, because its ids are monotonic: an id for the past hour would contain the millisecond of the previous
    // id.
    id: newBackdatedId('clk', hour),
    url_id: link.id,
    at: hour.toISOString(),
    trigger,
    bot,
  }
}

/** Formats instants. The clicks of one millisecond share one formatted text. */
function createInstantFormatter(): (ms: number) => string {
  let lastMs = Number.NaN
  let text = ''
  return (ms) => {
    if (ms !== lastMs) {
      lastMs = ms
      text = new Date(ms).toISOString()
    }
    return text
  }
}

function toCampaignText(value: string | null): string | null {
  return value && toStoredText(value, maxCampaignLength)
}
