import { vi } from 'vitest'
import type { TestApp } from '../support/app.ts'
import type { SeededLink } from '../support/seed.ts'

const hourMs = 3_600_000

/** The start of the current hour of the test's clock. */
export function currentHour({ clock }: Pick<TestApp, 'clock'>): Date {
  return new Date(Math.floor(clock.now().getTime() / hourMs) * hourMs)
}

export interface UsualHour {
  readonly clicks: number
  readonly robots?: number
  readonly country?: string
  /** Length of the history in days. */
  readonly days?: number
}

/** Inserts rollups of the days before this hour, with about the same number of clicks in every hour. */
export async function seedClickHistory(
  test: TestApp,
  link: SeededLink,
  { clicks, robots = 0, country, days = 30 }: UsualHour,
): Promise<void> {
  const hour = currentHour(test).toISOString()
  await test.sql(
    `insert into click_rollup (url_id, span, starts_at, dimension, value, clicks, bot_clicks, visitors)
     select ?, 'hour', ?::timestamptz - make_interval(hours => n), 'total', '', ? + (n * 7) % 5, ?, 0
       from generate_series(1, ?::int * 24) as n`,
    [link.id, hour, clicks, robots, days],
  )
  if (!country) return
  await test.sql(
    `insert into click_rollup (url_id, span, starts_at, dimension, value, clicks, bot_clicks, visitors)
     select ?, 'day', date_trunc('day', ?::timestamptz at time zone 'UTC') at time zone 'UTC' - make_interval(days => n),
            'country', ?, ?, 0, 0
       from generate_series(1, 10) as n`,
    [link.id, hour, country, 24 * clicks],
  )
}

export interface ClickOptions {
  readonly robots?: boolean
  readonly country?: string
  /** Hours after the current one. */
  readonly later?: number
}

/** Inserts clicks in the current hour or a later one. */
export async function seedClicks(
  test: TestApp,
  link: SeededLink,
  count: number,
  options: ClickOptions = {},
): Promise<void> {
  await test.sql(
    `insert into click (id, url_id, created_at, trigger, device, is_bot, country)
     select 'clk_' || ? || lpad(n::text, 6, '0'), ?, ?::timestamptz + make_interval(hours => ?, secs => n % 3500), 'link', 'Desktop',
            ?::boolean, ?::text
       from generate_series(1, ?) as n`,
    [
      test.seed.word(),
      link.id,
      currentHour(test).toISOString(),
      options.later ?? 0,
      options.robots ?? false,
      options.country ?? null,
      count,
    ],
  )
}

/** Sets the clock to the end of the hour, and waits for its evaluation in the background. */
export async function finishHour(test: TestApp): Promise<void> {
  const hour = currentHour(test)
  test.clock.set(new Date(hour.getTime() + hourMs + 180_000))
  await waitUntilEvaluated(test, hour)
}

/** Waits until all hours up to this one have been evaluated. */
export async function waitUntilEvaluated(test: TestApp, hour: Date): Promise<void> {
  const unfinishedSql = `select 1 from anomaly_watermark where hour is distinct from ?::timestamptz or exists (select from anomaly_pending)`
  await vi.waitFor(async () => {
    if ((await test.sql(unfinishedSql, [hour.toISOString()])).length > 0)
      throw new Error('The hour has not been evaluated.')
  }, 30_000)
}
