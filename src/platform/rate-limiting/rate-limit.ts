import { Counter as CountedMetric } from '../shared/metrics/counter.ts'

/** How often something may happen for one key. */
export interface RateLimitRule {
  /** How many are allowed in a window, which begins with the first of them. */
  readonly limit: number
  /** The length of the window. With `backoff`: how long after the last one all of them expire. */
  readonly seconds: number
  /** Beyond the limit, one more is allowed at a time: after the initial pause, then after twice as long, and so on. */
  readonly backoff?: { readonly initialSeconds: number; readonly maxSeconds: number }
}

/** A key with its rule. */
export interface Counter {
  /** What is counted. A name always has the same window. */
  readonly name: string
  readonly key: string
  readonly rule: RateLimitRule
  /** All counters of one decision have the same group: Redis stores them on one server of a cluster. */
  readonly group: string
  /** Shown in headers only when it rejects: it counts other callers too, or does not decide alone. */
  readonly isHidden?: boolean
}

/** Wrong passwords of a network that the counters of others do not refuse (docs/decisions/rate-limits.md). */
export const reservedAttemptsRule: RateLimitRule = { limit: 3, seconds: 3600 }

/** The stored state of a key: the count, and the time of the first one (with `backoff`, of the last one). */
export interface CounterState {
  readonly used: number
  readonly sinceMs: number
}

/** The status of a counter after a decision, in the terms of the RateLimit headers. */
export interface LimitStatus {
  readonly name: string
  readonly limit: number
  readonly remaining: number
  /** Whole seconds, rounded up, until a request is allowed again. */
  readonly resetSeconds: number
  /** The rule as the `RateLimit-Policy` header spells it, such as `120;w=60`. */
  readonly policy: string
}

/** The decision over all counters of one act. */
export interface RateLimitDecision {
  readonly isAllowed: boolean
  /** The statuses of the counters that are not hidden. */
  readonly statuses: readonly LimitStatus[]
  /** Of the counters that rejected, the one that resets last: it determines when the caller can continue. */
  readonly exceeded: LimitStatus | undefined
}

/** The state at this time: an expired one is empty. */
export function currentState(state: CounterState | undefined, { seconds }: RateLimitRule, nowMs: number): CounterState {
  const lengthMs = seconds * 1000
  // A start farther ahead than one window dates from before the clock was set back.
  const isLive = state && state.sinceMs + lengthMs > nowMs && state.sinceMs <= nowMs + lengthMs
  return isLive ? state : { used: 0, sinceMs: nowMs }
}

export function hasRoom(state: CounterState, rule: RateLimitRule, cost: number, nowMs: number): boolean {
  if (state.used + cost <= rule.limit) return true
  return rule.backoff !== undefined && state.used >= rule.limit && nowMs >= resetsAtMs(state, rule)
}

/** The state after `cost` was added. */
export function addCost(
  { used, sinceMs }: CounterState,
  { backoff }: RateLimitRule,
  cost: number,
  nowMs: number,
): CounterState {
  return { used: used + cost, sinceMs: backoff ? nowMs : sinceMs }
}

/** Builds the decision from the states after it, in the order of the counters. */
export function toDecision(
  counters: readonly Counter[],
  states: readonly CounterState[],
  { isAllowed, cost, nowMs }: { isAllowed: boolean; cost: number; nowMs: number },
): RateLimitDecision {
  const all = counters.map((counter, index) => {
    const state = states[index] ?? { used: 0, sinceMs: nowMs }
    return { counter, state, status: toLimitStatus(counter, state, nowMs) }
  })
  const exceeded = isAllowed ? [] : all.filter(({ counter, state }) => !hasRoom(state, counter.rule, cost, nowMs))
  return {
    isAllowed,
    statuses: all.filter(({ counter }) => !counter.isHidden).map(({ status }) => status),
    exceeded: findLatestReset(exceeded.map(({ status }) => status)),
  }
}

/** The status that resets last. */
export function findLatestReset(statuses: readonly LimitStatus[]): LimitStatus | undefined {
  return statuses.toSorted((a, b) => b.resetSeconds - a.resetSeconds)[0]
}

function toLimitStatus({ name, rule }: Counter, state: CounterState, nowMs: number): LimitStatus {
  return {
    name,
    limit: rule.limit,
    remaining: Math.max(rule.limit - state.used, 0),
    resetSeconds: Math.ceil(Math.max(resetsAtMs(state, rule) - nowMs, 0) / 1000),
    policy: `${rule.limit};w=${rule.seconds}`,
  }
}

function resetsAtMs({ used, sinceMs }: CounterState, { limit, seconds, backoff }: RateLimitRule): number {
  if (!backoff || used < limit) return sinceMs + seconds * 1000
  return sinceMs + Math.min(backoff.initialSeconds * 2 ** (used - limit), backoff.maxSeconds, seconds) * 1000
}

/** Stores the counters. A decision is all or nothing, also for simultaneous requests. */
export interface RateLimitStore {
  /** Adds `cost` to every counter, or to none when one of them would exceed its limit. */
  charge(counters: readonly Counter[], cost: number): Promise<RateLimitDecision>
  /** The decision of `charge`, without the charge. */
  peek(counters: readonly Counter[], cost: number): Promise<RateLimitDecision>
  /** Takes one charge back from each counter. */
  refund(counters: readonly Counter[]): Promise<void>
  /** Sets the counters to zero. */
  reset(counters: readonly Counter[]): Promise<void>
  /** Whether the server that counts for all nodes answers; null without one. */
  isServerUp(): Promise<boolean | null>
  close(): Promise<void>
}

/** Whether limits reject requests (`RATE_LIMITS`). */
export interface RateLimitSwitch {
  readonly isEnabled: boolean
}

/** The store of the process, and whether limits reject requests. */
export class RateLimits {
  constructor(
    readonly store: RateLimitStore,
    private readonly settings: RateLimitSwitch,
  ) {}

  get isEnforced(): boolean {
    return this.settings.isEnabled
  }
}

const exceededLimits = new CountedMetric({
  name: 'tack_rate_limit_rejections_total',
  help: 'Requests and acts that a limit has rejected, by the name of the limit.',
  labels: ['limit'],
})

/** The status of one request in all limits that were applied to it, for the response headers. */
export class RateLimitUsage {
  private readonly ownStatuses = new Map<string, LimitStatus>()
  private ownExceeded: LimitStatus | undefined
  /** Calls of the quota that the request was charged. */
  calls = 0

  record({ statuses }: Pick<RateLimitDecision, 'statuses'>): void {
    for (const status of statuses) this.ownStatuses.set(status.name, status)
  }

  /** Records a rejection and returns the limit that resets last: it determines when the caller can continue. */
  recordExceeded({ exceeded }: Pick<RateLimitDecision, 'exceeded'>): LimitStatus | undefined {
    const exhausted = [...this.ownStatuses.values()].filter(({ remaining }) => remaining === 0)
    this.ownExceeded = findLatestReset([...(exceeded ? [exceeded] : []), ...exhausted])
    if (exceeded) exceededLimits.increment(exceeded.name)
    return this.ownExceeded
  }

  /** Removes limits whose charge was refunded. */
  remove(names: readonly string[]): void {
    for (const name of names) this.ownStatuses.delete(name)
  }

  /** The limit that rejected the request, or the one with the fewest remaining; of equals, the last to reset. */
  get tightest(): LimitStatus | undefined {
    const all = [...this.ownStatuses.values()]
    return (
      this.ownExceeded ??
      findLatestReset(all.filter(({ remaining }) => all.every((other) => remaining <= other.remaining)))
    )
  }

  /** Every limit that applied, as the `RateLimit-Policy` header lists them. */
  get policies(): string {
    return [...new Set([...this.ownStatuses.values()].map(({ policy }) => policy))].join(', ')
  }
}
