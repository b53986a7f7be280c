import { vi } from 'vitest'
import type { TestApp } from '../support/app.ts'
import type { SeededLink } from '../support/seed.ts'

const hourMs = 3_600_000

/** The start of the hour the test's clock is in. */
export function thisHour({ clock }: Pick<TestApp, 'clock'>): Date {
  return new Date(Math.floor(clock.now().getTime() / hourMs) * hourMs)
}

export interface Usual {
  readonly clicks: number
  readonly robots?: number
  readonly country?: string
}

/** Four weeks and two days of sums before this hour: about so many clicks an hour, one day like the other. */
export async function givenHistory(
  test: TestApp,
  link: SeededLink,
  { clicks, robots = 0, country }: Usual,
): Promise<void> {
  const hour = thisHour(test).toISOString()
  await test.sql(
    `insert into click_rollup (url_id, span, starts_at, dimension, value, clicks, robots, visitors)
     select ?, 'hour', ?::timestamptz - make_interval(hours => n), 'total', '', ? + (n * 7) % 5, ?, 0
       from generate_series(1, 720) as n`,
    [link.id, hour, clicks, robots],
  )
  if (!country) return
  await test.sql(
    `insert into click_rollup (url_id, span, starts_at, dimension, value, clicks, robots, visitors)
     select ?, 'day', date_trunc('day', ?::timestamptz at time zone 'UTC') at time zone 'UTC' - make_interval(days => n),
            'country', ?, ?, 0, 0
       from generate_series(1, 10) as n`,
    [link.id, hour, country, 24 * clicks],
  )
}

export interface Clicked {
  readonly robots?: boolean
  readonly country?: string
  /** How many hours later. */
  readonly later?: number
}

/** So many clicks in the hour the clock is in, or a later one, as the recorder writes them. */
export async function givenClicks(
  test: TestApp,
  link: SeededLink,
  count: number,
  clicked: Clicked = {},
): Promise<void> {
  await test.sql(
    `insert into click (id, url_id, created_at, trigger, device, is_bot, country)
     select 'clk_' || ? || lpad(n::text, 6, '0'), ?, ?::timestamptz + make_interval(hours => ?, secs => n % 3500), 'link', 'Desktop',
            ?::boolean, ?::text
       from generate_series(1, ?) as n`,
    [
      test.seed.word(),
      link.id,
      thisHour(test).toISOString(),
      clicked.later ?? 0,
      clicked.robots ?? false,
      clicked.country ?? null,
      count,
    ],
  )
}

/** The hour ends, and what can be judged of it has been: by what runs in the background. */
export async function hourPasses(test: TestApp): Promise<void> {
  const hour = thisHour(test)
  test.clock.set(new Date(hour.getTime() + hourMs + 180_000))
  await judgedUntil(test, hour)
}

/** Waits until everything up to an hour has been judged. */
export async function judgedUntil(test: TestApp, hour: Date): Promise<void> {
  const left = `select 1 from anomaly_watermark where hour is distinct from ?::timestamptz or exists (select from anomaly_pending)`
  await vi.waitFor(async () => {
    if ((await test.sql(left, [hour.toISOString()])).length > 0) throw new Error('The hour has not been judged.')
  }, 30_000)
}
