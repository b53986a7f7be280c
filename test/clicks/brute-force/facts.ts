import { isFoldedSql } from '../../../src/modules/visits/clicks/store/postgres/rollups/watermark.queries.ts'
import type { TestApp } from '../../support/app.ts'
import type { Click, Facts, LinkFacts } from './counting.ts'
import { continentOf } from './history.ts'

/** What there is to know about these links, and how many of their clicks are in the rollups. */
export async function readFacts(
  test: TestApp,
  linkIds: Iterable<string>,
  goneClicks: readonly Click[] = [],
): Promise<Facts & { folded: number; rows: number }> {
  const links = await readLinks(test, linkIds)
  const ids = new Set(links.map(({ id }) => id))
  const { clicks, folded } = await readClicks(test, [...ids])
  const gone = goneClicks.filter(({ urlId }) => ids.has(urlId))
  return { now: test.clock.now().getTime(), links, clicks: [...clicks, ...gone], folded, rows: clicks.length }
}

/** The links that exist among these, the oldest first. */
export async function readLinks(test: TestApp, linkIds: Iterable<string>): Promise<LinkFacts[]> {
  const ids = [...linkIds]
  const rows = await test.sql<Omit<LinkFacts, 'createdAt'> & { at: string }>(
    `select id, code, kind, created_at as at, privacy_mode as "isPrivate", click_limit is not null as "isLimited"
       from link where id in (${toPlaceholders(ids)}) order by created_at, id`,
    ids,
  )
  return rows.map(({ at, ...link }) => ({ ...link, createdAt: new Date(at).getTime() }))
}

export const toPlaceholders = (values: readonly unknown[]) => values.map(() => '?').join(', ') || 'null'

interface ClickTableRow {
  readonly id: string
  readonly url_id: string
  readonly created_at: string | Date
  readonly is_bot: boolean
  readonly visitor_hash: Uint8Array | null
  readonly is_folded: boolean
  readonly [column: string]: unknown
}

/** The rows of the click table of these links, and how many of them are in the rollups. */
export async function readClicks(
  test: TestApp,
  urlIds: readonly string[],
): Promise<{ clicks: Click[]; folded: number }> {
  const rows = await test.sql<ClickTableRow>(
    `select *, ${isFoldedSql()} as is_folded
       from click where url_id in (${toPlaceholders(urlIds)})`,
    [...urlIds],
  )
  return { clicks: rows.map(toClick), folded: rows.filter(({ is_folded }) => is_folded).length }
}

function toClick(row: ClickTableRow): Click {
  const text = (column: string) => (row[column] as string | null) ?? 'Unknown'
  const { visitor_hash: hash } = row
  return {
    id: row.id,
    urlId: row.url_id,
    at: new Date(row.created_at).getTime(),
    isBot: row.is_bot,
    isGone: false,
    visitor: hash && Buffer.from(hash).toString('hex'),
    values: {
      country: text('country'),
      region: text('region'),
      city: text('city'),
      continent: continentOf(text('country')),
      device: text('device'),
      browser: text('browser'),
      os: text('os'),
      // A click without a device is one in privacy mode, of which is not known whether it came directly.
      referrer: (row.referrer_host as string | null) ?? (row.device === null ? 'Unknown' : 'Direct'),
      utmSource: text('utm_source'),
      utmMedium: text('utm_medium'),
      utmCampaign: text('utm_campaign'),
      utmTerm: text('utm_term'),
      utmContent: text('utm_content'),
      trigger: text('trigger'),
      rule: text('rule_id'),
      variant: text('variant'),
    },
  }
}
