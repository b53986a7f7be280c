import type { Counter, LimitStatus, RateLimitDecision, RateLimitRule, RateLimits } from '../rate-limiting/rate-limit.ts'
import { RateLimitUsage } from '../rate-limiting/rate-limit-usage.ts'
import { RateLimited } from '../shared/general.errors.ts'
import { toNetwork } from '../shared/ip-address.ts'
import type { RequestContext } from './request-context.ts'

type ChargedRequest = Pick<RequestContext, 'caller' | 'request' | 'rateLimitUsage'>

/** The quota every caller has in each of several windows (decisions, part 15). */
export class Quota {
  readonly #rateLimits: RateLimits
  readonly #windows: readonly { readonly name: string; readonly rule: RateLimitRule }[]

  constructor(
    rateLimits: RateLimits,
    { perMinute, perHour }: { readonly perMinute: number; readonly perHour: number },
  ) {
    this.#rateLimits = rateLimits
    this.#windows = [
      { name: 'hour', rule: { limit: perHour, seconds: 3600 } },
      { name: 'minute', rule: { limit: perMinute, seconds: 60 } },
    ]
  }

  /** The most that can ever be charged at once; without end while nothing is refused. */
  get maxCharge(): number {
    return this.#rateLimits.isEnforced
      ? Math.min(...this.#windows.map(({ rule }) => rule.limit))
      : Number.POSITIVE_INFINITY
  }

  /** Charges the caller for so many calls. Throws `RateLimited`, and charges nothing, when fewer are left. */
  async charge(request: ChargedRequest, calls = 1): Promise<void> {
    request.rateLimitUsage.isCharged = true
    this.#assertAllowed(request, await this.#rateLimits.store.charge(this.#countersFor(rateLimitKeyOf(request)), calls))
  }

  /** Throws `RateLimited` when not one call is left. Charges nothing: what the request costs shows later. */
  async assertAvailable(request: ChargedRequest): Promise<void> {
    this.#assertAllowed(request, await this.#rateLimits.store.peek(this.#countersFor(rateLimitKeyOf(request)), 1))
  }

  /** Charges one call for an answer that nothing was charged for, and refuses nothing any more. */
  async chargeIfUncharged({ rateLimitUsage, ...request }: ChargedRequest): Promise<void> {
    if (rateLimitUsage.isCharged) return
    rateLimitUsage.isCharged = true
    rateLimitUsage.record(await this.#rateLimits.store.charge(this.#countersFor(rateLimitKeyOf(request)), 1))
  }

  /** How an address stands whose request did not get so far as to have a caller. */
  async readUsage(address: string): Promise<RateLimitUsage> {
    const rateLimitUsage = new RateLimitUsage()
    rateLimitUsage.record(await this.#rateLimits.store.peek(this.#countersFor(toNetwork(address)), 1))
    return rateLimitUsage
  }

  /** How an account stands in the hour; undefined while nothing is refused. Charges nothing. */
  async readHourlyStatus(accountId: string): Promise<LimitStatus | undefined> {
    if (!this.#rateLimits.isEnforced) return undefined
    const { statuses: standings } = await this.#rateLimits.store.peek(this.#countersFor(accountId), 1)
    return standings.find(({ name }) => name === 'hour')
  }

  #assertAllowed({ rateLimitUsage }: ChargedRequest, verdict: RateLimitDecision): void {
    rateLimitUsage.record(verdict)
    if (verdict.isAllowed || !this.#rateLimits.isEnforced) return
    rateLimitUsage.isCharged = true
    const exceeded = rateLimitUsage.recordExceeded(verdict)
    if (exceeded) throw new RateLimited(exceeded.resetSeconds, exceeded)
  }

  #countersFor(key: string): Counter[] {
    return this.#windows.map(({ name, rule }) => ({ name, rule, key, group: key }))
  }
}

/** All credentials of one account share its quota; callers without one are known by their network. */
export function rateLimitKeyOf({ caller, request }: Pick<ChargedRequest, 'caller' | 'request'>): string {
  return caller.kind === 'account' ? caller.accountId : toNetwork(request.address)
}

/**
 * Limits on single acts beside the quota of the caller. They are charged where the act is done, so that a document full
 * of aliases is charged for each of them. With `RATE_LIMITS=off` nothing is charged.
 */
export class Throttle {
  readonly #rateLimits: RateLimits

  constructor(rateLimits: RateLimits) {
    this.#rateLimits = rateLimits
  }

  /** Charges all counts of an act, or none: throws `RateLimited` when one of them has no room. */
  async charge(context: RequestContext, counters: readonly Counter[]): Promise<void> {
    if (!this.#rateLimits.isEnforced) return
    const { rateLimitUsage } = context
    const verdict = await this.#rateLimits.store.charge(counters, 1)
    rateLimitUsage.record(verdict)
    const exceeded = verdict.isAllowed ? undefined : rateLimitUsage.recordExceeded(verdict)
    if (exceeded) throw new RateLimited(exceeded.resetSeconds, exceeded)
  }

  /** The same for an act of which the caller's network may do so many. */
  chargeNetwork(context: RequestContext, name: string, rule: RateLimitRule): Promise<void> {
    const network = toNetwork(context.request.address)
    return this.charge(context, [{ name, key: network, group: network, rule }])
  }

  /** Takes the charge of an act back: it turned out to be none. */
  async refund(context: RequestContext, counters: readonly Counter[]): Promise<void> {
    if (!this.#rateLimits.isEnforced) return
    await this.#rateLimits.store.refund(counters)
    context.rateLimitUsage.remove(counters.map(({ name }) => name))
  }

  /** Begins the counts anew. */
  async reset(context: RequestContext, counters: readonly Counter[]): Promise<void> {
    if (!this.#rateLimits.isEnforced) return
    await this.#rateLimits.store.reset(counters)
    context.rateLimitUsage.remove(counters.map(({ name }) => name))
  }
}
