import { type Plans, requestLimitsOf } from '../../config/plan.ts'
import { anonymousCaller, type Caller } from '../auth/caller.ts'
import type { Counter, LimitStatus, RateLimitDecision, RateLimitRule, RateLimits } from '../rate-limiting/rate-limit.ts'
import { RateLimitUsage } from '../rate-limiting/rate-limit.ts'
import { RateLimited } from '../shared/general.errors.ts'
import { toNetwork } from '../shared/ip-address.ts'
import type { HashingCaller } from '../shared/password-hashing.ts'
import type { RequestContext } from './request-context.ts'

type ChargedRequest = Pick<RequestContext, 'caller' | 'request' | 'rateLimitUsage'>

/** The quota of each caller, per hour and per minute, by the best of its plans (docs/decisions/rate-limits.md). */
export class Quota {
  constructor(
    private readonly rateLimits: RateLimits,
    private readonly plans: Plans,
  ) {}

  /** The most calls that a caller can be charged at once; infinite when limits are off. */
  maxChargeOf(request: ChargedRequest): number {
    return this.rateLimits.isEnforced
      ? Math.min(...this.countersOf(request).map(({ rule }) => rule.limit))
      : Number.POSITIVE_INFINITY
  }

  /** Charges the caller for `calls` calls. Throws `RateLimited`, and charges nothing, when fewer remain. */
  async charge(request: ChargedRequest, calls = 1): Promise<void> {
    this.assertAllowed(request, await this.rateLimits.store.charge(this.countersOf(request), calls))
    request.rateLimitUsage.calls += calls
  }

  /** The usage of an address, for a request that was answered before authentication. */
  async readUsage(address: string): Promise<RateLimitUsage> {
    const rateLimitUsage = new RateLimitUsage()
    rateLimitUsage.record(await this.rateLimits.store.peek(this.countersFor(toNetwork(address), anonymousCaller), 1))
    return rateLimitUsage
  }

  /** The hourly status of the caller; undefined when limits are off. Charges nothing. */
  async readHourlyStatus(request: ChargedRequest): Promise<LimitStatus | undefined> {
    if (!this.rateLimits.isEnforced) return undefined
    const { statuses } = await this.rateLimits.store.peek(this.countersOf(request), 1)
    return statuses.find(({ name }) => name === 'hour')
  }

  private assertAllowed({ rateLimitUsage }: ChargedRequest, decision: RateLimitDecision): void {
    rateLimitUsage.record(decision)
    if (decision.isAllowed || !this.rateLimits.isEnforced) return
    const exceeded = rateLimitUsage.recordExceeded(decision)
    if (exceeded) throw new RateLimited(exceeded.resetSeconds, exceeded)
  }

  private countersOf(request: ChargedRequest): Counter[] {
    return this.countersFor(rateLimitKeyOf(request), request.caller)
  }

  private countersFor(key: string, caller: Caller): Counter[] {
    const { requestsPerHour, requestsPerMinute } = requestLimitsOf(
      this.plans,
      caller.kind === 'account' ? caller.memberships.map(({ plan }) => plan) : [],
    )
    return [
      { name: 'hour', rule: { limit: requestsPerHour, seconds: 3600 }, key, group: key },
      { name: 'minute', rule: { limit: requestsPerMinute, seconds: 60 }, key, group: key },
    ]
  }
}

/** All credentials of an account share its quota; callers without an account are counted by network. */
export function rateLimitKeyOf({ caller, request }: Pick<ChargedRequest, 'caller' | 'request'>): string {
  return caller.kind === 'account' ? caller.accountId : toNetwork(request.address)
}

/** The caller that waits for a password hash. Nothing changes before it is there, so a caller that left needs none. */
export function hashingCallerOf(context: Pick<ChargedRequest, 'caller' | 'request'>): HashingCaller {
  return { key: rateLimitKeyOf(context), isGone: () => context.request.isGone() }
}

/**
 * Limits on single acts, besides the quota of the caller. They are charged where the act runs, so that each alias of a
 * document is charged. With `RATE_LIMITS=off` nothing is charged.
 */
export class Throttle {
  constructor(private readonly rateLimits: RateLimits) {}

  /** Charges all counters of an act, or none: throws `RateLimited` when one of them is used up. */
  async charge(context: RequestContext, counters: readonly Counter[]): Promise<void> {
    if (!this.rateLimits.isEnforced) return
    const { rateLimitUsage } = context
    const decision = await this.rateLimits.store.charge(counters, 1)
    rateLimitUsage.record(decision)
    const exceeded = decision.isAllowed ? undefined : rateLimitUsage.recordExceeded(decision)
    if (exceeded) throw new RateLimited(exceeded.resetSeconds, exceeded)
  }

  /**
   * Charges all counters of `reserved` or, when one of them is used up, all of `others`. Returns those that were charged.
   * Throws `RateLimited` when one of `others` is used up too.
   */
  async chargeReserved(
    context: RequestContext,
    reserved: readonly Counter[],
    others: readonly Counter[],
  ): Promise<readonly Counter[]> {
    if (!this.rateLimits.isEnforced) return []
    const decision = await this.rateLimits.store.charge(reserved, 1)
    if (decision.isAllowed) {
      context.rateLimitUsage.record(decision)
      return reserved
    }
    await this.charge(context, others)
    return others
  }

  /** Charges an act that is limited by the network of the caller. */
  chargeNetwork(context: RequestContext, name: string, rule: RateLimitRule): Promise<void> {
    const network = toNetwork(context.request.address)
    return this.charge(context, [{ name, key: network, group: network, rule }])
  }

  /** Takes the charge of an act back. */
  async refund(context: RequestContext, counters: readonly Counter[]): Promise<void> {
    if (!this.rateLimits.isEnforced) return
    await this.rateLimits.store.refund(counters)
    context.rateLimitUsage.remove(counters.map(({ name }) => name))
  }

  /** Sets the counters to zero. */
  async reset(context: RequestContext, counters: readonly Counter[]): Promise<void> {
    if (!this.rateLimits.isEnforced) return
    await this.rateLimits.store.reset(counters)
    context.rateLimitUsage.remove(counters.map(({ name }) => name))
  }
}
