import { RollupWorker } from '../../../src/modules/clicks/rollups/rollup-worker.ts'
import type { TestApp } from '../../support/app.ts'
import type { ClickRow } from '../../support/visitor.ts'

/** A row of the click table. */
export interface FactRow extends Omit<ClickRow, 'created_at'> {
  readonly url_id: string
  readonly created_at: string | Date
  readonly region: string | null
  readonly utm_source: string | null
  readonly utm_medium: string | null
  readonly utm_campaign: string | null
}

/** A rollup worker that folds only when `fold` is called, few clicks at a time. */
export function createRollupWorker(test: TestApp, clicksPerStep = 3): RollupWorker {
  const isEmbedded = test.database === 'embedded'
  return new RollupWorker({
    orm: test.app.database.orm,
    clock: test.clock,
    log: { warn: () => undefined, error: () => undefined },
    publishLimitEvents: async () => undefined,
    isEmbedded,
    clicksPerStep,
  })
}

export function factsOf(test: TestApp, urlIds: readonly string[]): Promise<FactRow[]> {
  return test.sql<FactRow>(`select * from click where url_id in (${urlIds.map(() => '?').join(', ')})`, [...urlIds])
}

export interface FactSelection {
  readonly from?: Date
  readonly to?: Date
  readonly includeBots?: boolean
  readonly matches?: (row: FactRow) => boolean
}

/** The expected analytics, counted from the rows in TypeScript. */
export function expectedAnalytics(
  rows: readonly FactRow[],
  { from, to, includeBots, matches = () => true }: FactSelection = {},
) {
  const at = (row: FactRow) => new Date(row.created_at).getTime()
  const selected = rows.filter(
    (row) => (!from || at(row) >= from.getTime()) && (!to || at(row) < to.getTime()) && matches(row),
  )
  const people = selected.filter((row) => !row.is_bot)
  const counted = includeBots ? selected : people
  const visitors = people.flatMap((row) =>
    row.visitor_hash
      ? [
          `${row.url_id} ${new Date(at(row)).toISOString().slice(0, 10)} ${Buffer.from(row.visitor_hash).toString('hex')}`,
        ]
      : [],
  )
  const by = (value: (row: FactRow) => string | null) => {
    const counts = new Map<string, number>()
    for (const row of counted) counts.set(value(row) ?? 'Unknown', (counts.get(value(row) ?? 'Unknown') ?? 0) + 1)
    return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
  return {
    totalClicks: counted.length,
    uniqueVisitors: new Set(visitors).size,
    botClicks: selected.length - people.length,
    lastClickAt: people.length > 0 ? new Date(Math.max(...people.map(at))).toISOString() : null,
    country: by((row) => row.country),
    device: by((row) => row.device),
    browser: by((row) => row.browser),
    os: by((row) => row.os),
    referrer: by((row) => row.referrer_host ?? (row.device === null ? null : 'Direct')),
    trigger: by((row) => row.trigger),
    source: by((row) => row.utm_source),
    medium: by((row) => row.utm_medium),
    campaign: by((row) => row.utm_campaign),
    times: counted.map(at).sort((a, b) => a - b),
  }
}

export type Truth = ReturnType<typeof expectedAnalytics>

// biome-ignore lint/suspicious/noExplicitAny: a JSON answer of REST.
type Answer = any

/** Converts an answer to the form of `expectedAnalytics`. */
export function readAnswer(json: Answer): Omit<Truth, 'times'> {
  const by = (stats: Record<string, string & number>[], name: string) =>
    Object.fromEntries(
      stats.map((stat) => [String(stat[name]), Number(stat.count)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  return {
    totalClicks: json.totalClicks,
    uniqueVisitors: json.uniqueVisitors,
    botClicks: json.botClicks,
    lastClickAt: json.lastClickAt,
    country: by(json.countryStats, 'country'),
    device: by(json.deviceStats, 'device'),
    browser: by(json.browserStats, 'browser'),
    os: by(json.osStats, 'os'),
    referrer: by(json.referrerStats, 'referrer'),
    trigger: by(json.triggerStats, 'trigger'),
    source: by(json.utmStats.source, 'value'),
    medium: by(json.utmStats.medium, 'value'),
    campaign: by(json.utmStats.campaign, 'value'),
  }
}
