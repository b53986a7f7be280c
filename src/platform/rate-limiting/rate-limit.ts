/** How often a thing may happen to one key. */
export interface RateLimitRule {
  /** So many in a window, which begins with the first of them. */
  readonly limit: number
  /** The length of the window; where there are pauses, how long after the last one all of them are forgotten. */
  readonly seconds: number
  /** After the limit one more is let through at a time: after the first pause, then after twice as long and so on. */
  readonly backoff?: { readonly initialSeconds: number; readonly maxSeconds: number }
}

/** One key that a decision is about, and the rule it is held to. */
export interface Counter {
  /** What is counted; one name always goes with one rule. */
  readonly name: string
  readonly key: string
  readonly rule: RateLimitRule
  /** The counts of one decision share a group: Redis keeps them together. */
  readonly group: string
  /** Told of only when it refuses: what others did is counted here as well, and is not the caller's to know. */
  readonly isShared?: boolean
}

/** What is kept of one key: how many, and the instant of the first of them, or of the last where there are pauses. */
export interface CounterState {
  readonly used: number
  readonly sinceMs: number
}

/** How a count stands after a decision, in the terms of the RateLimit headers. */
export interface LimitStatus {
  readonly name: string
  readonly limit: number
  readonly remaining: number
  /** Whole seconds, rounded up, until there is room again. */
  readonly resetSeconds: number
  /** The rule as `RateLimit-Policy` spells it, such as `120;w=60`. */
  readonly policy: string
}

/** What was decided of one act under all its counts together. */
export interface RateLimitDecision {
  readonly isAllowed: boolean
  /** Of the counts that may be told of. */
  readonly statuses: readonly LimitStatus[]
  /** Of the counts that refused, the one that has room again last: it decides when the caller can go on. */
  readonly exceeded: LimitStatus | undefined
}

/** A tally as it counts at this instant: one whose time is over is empty. */
export function currentState(state: CounterState | undefined, { seconds }: RateLimitRule, nowMs: number): CounterState {
  const lengthMs = seconds * 1000
  // One that lies farther ahead than its own length is from before the clock was set back.
  const isLive = state && state.sinceMs + lengthMs > nowMs && state.sinceMs <= nowMs + lengthMs
  return isLive ? state : { used: 0, sinceMs: nowMs }
}

export function hasRoom(state: CounterState, rule: RateLimitRule, cost: number, nowMs: number): boolean {
  if (state.used + cost <= rule.limit) return true
  return rule.backoff !== undefined && state.used >= rule.limit && nowMs >= resetsAtMs(state, rule)
}

/** The tally with `cost` more in it. */
export function addCost(
  { used, sinceMs }: CounterState,
  { backoff }: RateLimitRule,
  cost: number,
  nowMs: number,
): CounterState {
  return { used: used + cost, sinceMs: backoff ? nowMs : sinceMs }
}

/** Words a decision: `tallies` as they are after it, in the order of the counts. */
export function toDecision(
  counters: readonly Counter[],
  states: readonly CounterState[],
  { admitted: isAllowed, cost, nowMs }: { admitted: boolean; cost: number; nowMs: number },
): RateLimitDecision {
  const all = counters.map((counter, index) => {
    const state = states[index] ?? { used: 0, sinceMs: nowMs }
    return { count: counter, tally: state, standing: toLimitStatus(counter, state, nowMs) }
  })
  const exceededCounters = isAllowed
    ? []
    : all.filter(({ count: counter, tally: state }) => !hasRoom(state, counter.rule, cost, nowMs))
  return {
    isAllowed,
    statuses: all.filter(({ count: counter }) => !counter.isShared).map(({ standing: status }) => status),
    exceeded: findLatestReset(exceededCounters.map(({ standing: status }) => status)),
  }
}

/** The one that has room again last. */
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

/** Where it is written down how often a thing has happened. A decision is all or nothing, however many ask at once. */
export interface RateLimitStore {
  /** Charges `cost` to every count, or to none when one of them has no room for it. */
  charge(counters: readonly Counter[], cost: number): Promise<RateLimitDecision>
  /** What `charge` would say, without a charge. */
  peek(counters: readonly Counter[], cost: number): Promise<RateLimitDecision>
  /** Takes one charge off each count: it turned out to be none. */
  refund(counters: readonly Counter[]): Promise<void>
  /** Begins the counts anew. */
  reset(counters: readonly Counter[]): Promise<void>
  close(): Promise<void>
}

/** The ledger of this process, and whether what it refuses is refused (`RATE_LIMITS`). */
export class RateLimits {
  readonly store: RateLimitStore
  readonly isEnforced: boolean

  constructor(store: RateLimitStore, isEnforced: boolean) {
    this.store = store
    this.isEnforced = isEnforced
  }
}
