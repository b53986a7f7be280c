import type { TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

export interface SeededStatsPage {
  readonly id: string
  readonly url: string
  readonly title: string | null
  readonly [field: string]: unknown
}

/** Creates a page with shared statistics; options as in `POST /shared-stats`. */
export async function statsPageOf(
  test: TestApp,
  { token }: SeededAccount,
  options: object = {},
): Promise<SeededStatsPage> {
  const { status, json, text } = await test.rest.post('/v1/shared-stats', options, { token })
  if (status !== 201) throw new Error(`Seeding a page with statistics failed: ${status} ${text}`)
  return json
}

/** The last part of the address of a page. */
export function tokenOf({ url }: { readonly url: string }): string {
  return url.split('/').at(-1) ?? ''
}

/** The statistics of a page as strangers read them, without a credential. */
export function readStats(test: TestApp, page: { readonly url: string }) {
  return test.rest.get(`/v1/shared-stats/public/${tokenOf(page)}`)
}

/** Opens the page as a stranger. */
export function openStats(test: TestApp, page: { readonly url: string }, headers: Record<string, string> = {}) {
  return test.rest.get(`/stats/${tokenOf(page)}`, { headers })
}

/** Clicks of different people from one country. */
export const clicksOf = (country: string, count: number, more: object = {}) =>
  Array.from({ length: count }, (_, n) => ({
    country,
    browser: 'Firefox',
    os: 'Linux',
    visitor: `${country}${n}`,
    ...more,
  }))

const stepMs = 60 * 60_000

/** Sets the clock to the next full hour, until which clicks count. */
export function nextStep({ clock }: TestApp): void {
  clock.set(new Date((Math.floor(clock.now().getTime() / stepMs) + 1) * stepMs))
}

/** Clicks of a month as a newsletter has them: a busy first week, weekends, and many countries. */
export async function monthOfClicks(test: TestApp, linkIds: readonly string[], count: number): Promise<void> {
  for (const [index, id] of linkIds.entries())
    await test.sql(
      `insert into click (id, url_id, created_at, trigger, country, device, browser, os, referrer_host, is_bot, visitor_hash)
       select 'clk_' || ? || lpad(n::text, 6, '0'), ?,
              ?::timestamptz - interval '1 hour' - (29 - 29 * power(((n * 7919) % 1000) / 1000.0, 1.6)) * interval '1 day'
                - ((n * 31) % 17) * interval '1 hour',
              'link',
              (string_to_array('DE DE DE DE DE DE US US US US FR FR FR GB GB AT AT CH ES IT NL BR IN JP SE PL CA AU ZA MX', ' '))[1 + (n * 13) % 30],
              (array['Desktop', 'Mobile', 'Mobile', 'Tablet', 'Desktop', 'Mobile'])[1 + n % 6],
              (array['Chrome', 'Safari', 'Firefox', 'Chrome', 'Edge', 'Chrome', 'Safari'])[1 + n % 7],
              (array['Windows', 'iOS', 'Android', 'macOS', 'Linux'])[1 + n % 5],
              (array[null, 'www.google.com', null, 'news.ycombinator.com', 'www.linkedin.com', 'letters.example'])[1 + (n * 11) % 6],
              false, decode(md5((n / 3)::text), 'hex')
         from generate_series(1, ?::int) as n`,
      [test.seed.word(), id, test.clock.now().toISOString(), Math.ceil(count / (index + 1))],
    )
}
