import { ClickDeletion } from '../../src/modules/visits/clicks/deletion/click-deletion.ts'
import { dropPartitions } from '../../src/modules/visits/clicks/store/postgres/writing/click-partitions.queries.ts'
import type { TestApp } from '../support/app.ts'
import type { SeededLink } from '../support/seed.ts'

/** Values of a row of the click table. The default is a click by a person with a desktop, now. */
export interface ClickFields {
  readonly at?: Date
  readonly trigger?: string
  readonly country?: string | null
  readonly region?: string | null
  readonly city?: string | null
  readonly device?: string | null
  readonly browser?: string | null
  readonly os?: string | null
  readonly referrer_host?: string | null
  readonly utm_source?: string | null
  readonly utm_medium?: string | null
  readonly utm_campaign?: string | null
  readonly utm_term?: string | null
  readonly utm_content?: string | null
  readonly is_bot?: boolean
  /** Distinguishes visitors; null for privacy mode. */
  readonly visitor?: string | null
}

/** Inserts rows directly, because the recorder determines country and campaign itself. Returns their ids. */
export async function insertClickRows(
  test: TestApp,
  link: SeededLink,
  clicks: readonly ClickFields[],
): Promise<string[]> {
  const ids: string[] = []
  for (const { at = test.clock.now(), visitor = null, ...click } of clicks) {
    const row = { trigger: 'link', device: 'Desktop', is_bot: false, ...click }
    const id = `clk_${test.seed.word()}${String(ids.length).padStart(4, '0')}`
    const names = Object.keys(row)
    await test.sql(
      `insert into click (id, url_id, created_at, visitor_hash, ${names.join(', ')})
       values (?, ?, ?, decode(md5(?), 'hex'), ${names.map(() => '?').join(', ')})`,
      [id, link.id, at.toISOString(), visitor, ...Object.values(row)],
    )
    ids.push(id)
  }
  return ids
}

/** Inserts so many clicks a second apart, the last one now. */
export async function manyClicks(test: TestApp, link: SeededLink, count: number): Promise<void> {
  await test.sql(
    `insert into click (id, url_id, created_at, trigger, device, is_bot)
     select 'clk_' || ? || lpad(n::text, 6, '0'), ?, ?::timestamptz - make_interval(secs => ? - n), 'link', 'Desktop', false
       from generate_series(1, ?) as n`,
    [test.seed.word(), link.id, test.clock.now().toISOString(), count, count],
  )
}

/** The statements since the last call that list or count single clicks, without those in the background. */
export function listings(test: TestApp): string[] {
  return test.statements.splice(0).filter((sql) => /\blink_click\.|count\(\*\)::int as count\s+from link/.test(sql))
}

/** Deletes the clicks of old months, as the daily maintenance does. */
export function deleteOldMonths({ app, clock }: TestApp, monthsKept: number): Promise<void> {
  const { orm } = app.database
  const deleteBefore = (_workspaceId: string | null, day: Date) => dropPartitions(orm, day)
  const remover = { deleteOfLinks: async function* () {}, deleteBefore }
  return new ClickDeletion(orm, clock, remover).deleteOldMonths(monthsKept)
}

/** Forgets up to when clicks were deleted: other files import older ones into this database. */
export const forgetDeletedMonths = ({ sql }: TestApp) =>
  sql("delete from click_retention_bound where workspace_id = ''")
