/** How often a thing may happen to one key. */
export interface Rule {
  /** So many in a window, which begins with the first of them. */
  readonly limit: number
  /** The length of the window; where there are pauses, how long after the last one all of them are forgotten. */
  readonly seconds: number
  /** After the limit one more is let through at a time: after the first pause, then after twice as long and so on. */
  readonly pauses?: { readonly firstSeconds: number; readonly longestSeconds: number }
}

/** One key that a decision is about, and the rule it is held to. */
export interface Count {
  /** What is counted; one name always goes with one rule. */
  readonly name: string
  readonly key: string
  readonly rule: Rule
  /** The counts of one decision share a group: Redis keeps them together. */
  readonly group: string
  /** Told of only when it refuses: what others did is counted here as well, and is not the caller's to know. */
  readonly isCommon?: boolean
}

/** What is kept of one key: how many, and the instant of the first of them, or of the last where there are pauses. */
export interface Tally {
  readonly used: number
  readonly sinceMs: number
}

/** How a count stands after a decision, in the terms of the RateLimit headers. */
export interface Standing {
  readonly name: string
  readonly limit: number
  readonly remaining: number
  /** Whole seconds, rounded up, until there is room again. */
  readonly resetSeconds: number
  /** The rule as `RateLimit-Policy` spells it, such as `120;w=60`. */
  readonly policy: string
}

/** What was decided of one act under all its counts together. */
export interface Verdict {
  readonly admitted: boolean
  /** Of the counts that may be told of. */
  readonly standings: readonly Standing[]
  /** Of the counts that refused, the one that has room again last: it decides when the caller can go on. */
  readonly refusal: Standing | undefined
}

/** A tally as it counts at this instant: one whose time is over is empty. */
export function current(tally: Tally | undefined, { seconds }: Rule, nowMs: number): Tally {
  const lengthMs = seconds * 1000
  // One that lies farther ahead than its own length is from before the clock was set back.
  const isLive = tally && tally.sinceMs + lengthMs > nowMs && tally.sinceMs <= nowMs + lengthMs
  return isLive ? tally : { used: 0, sinceMs: nowMs }
}

export function hasRoom(tally: Tally, rule: Rule, cost: number, nowMs: number): boolean {
  if (tally.used + cost <= rule.limit) return true
  return rule.pauses !== undefined && tally.used >= rule.limit && nowMs >= opensAt(tally, rule)
}

/** The tally with `cost` more in it. */
export function charged({ used, sinceMs }: Tally, { pauses }: Rule, cost: number, nowMs: number): Tally {
  return { used: used + cost, sinceMs: pauses ? nowMs : sinceMs }
}

/** Words a decision: `tallies` as they are after it, in the order of the counts. */
export function verdictOf(
  counts: readonly Count[],
  tallies: readonly Tally[],
  { admitted, cost, nowMs }: { admitted: boolean; cost: number; nowMs: number },
): Verdict {
  const all = counts.map((count, index) => {
    const tally = tallies[index] ?? { used: 0, sinceMs: nowMs }
    return { count, tally, standing: standingOf(count, tally, nowMs) }
  })
  const refusing = admitted ? [] : all.filter(({ count, tally }) => !hasRoom(tally, count.rule, cost, nowMs))
  return {
    admitted,
    standings: all.filter(({ count }) => !count.isCommon).map(({ standing }) => standing),
    refusal: latest(refusing.map(({ standing }) => standing)),
  }
}

/** The one that has room again last. */
export function latest(standings: readonly Standing[]): Standing | undefined {
  return standings.toSorted((a, b) => b.resetSeconds - a.resetSeconds)[0]
}

function standingOf({ name, rule }: Count, tally: Tally, nowMs: number): Standing {
  return {
    name,
    limit: rule.limit,
    remaining: Math.max(rule.limit - tally.used, 0),
    resetSeconds: Math.ceil(Math.max(opensAt(tally, rule) - nowMs, 0) / 1000),
    policy: `${rule.limit};w=${rule.seconds}`,
  }
}

function opensAt({ used, sinceMs }: Tally, { limit, seconds, pauses }: Rule): number {
  if (!pauses || used < limit) return sinceMs + seconds * 1000
  return sinceMs + Math.min(pauses.firstSeconds * 2 ** (used - limit), pauses.longestSeconds, seconds) * 1000
}
