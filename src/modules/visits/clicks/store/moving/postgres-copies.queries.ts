import type { EntityManager, Orm } from '../../../../../platform/database/database.ts'
import { statementTimeoutSql } from '../../../../../platform/database/silence-detector.ts'
import { executeUnlogged, toArrayLiteral, withoutQueryLog } from '../../../../../platform/database/statements.ts'
import { utcDaySql } from '../postgres/rollups/dimensions.queries.ts'
import { createPartitions } from '../postgres/writing/click-partitions.queries.ts'
import { insertFoldedClicks } from '../postgres/writing/folded-clicks.queries.ts'
import type { CopiedClick, CopiedStore, LinkDay, LinkDayCount } from './copied-clicks.ts'

// Raw SQL, because clicks are counted and read in the order of their primary key.

/** The clicks of PostgreSQL. It gets each click once, whatever is sent, because their ids decide. */
export class PostgresCopies implements CopiedStore {
  private readonly partitions = new Set<string>()

  constructor(private readonly orm: Orm) {}

  async listMonths(): Promise<string[]> {
    const rows = await this.query<{ month: string }>(monthsSql)
    return rows.map(({ month }) => month)
  }

  listLinkDays(month: string, after: LinkDay | null, limit: number): Promise<LinkDayCount[]> {
    const [from, to] = boundsOf(month)
    const { urlId, day } = after ?? { urlId: '', day: '0001-01-01' }
    return this.query<LinkDayCount>(linkDaysSql, [from, to, urlId, urlId, day, limit])
  }

  countLinkDays(month: string, urlIds: readonly string[]): Promise<LinkDayCount[]> {
    return this.query<LinkDayCount>(countsSql, [...boundsOf(month), toArrayLiteral(urlIds)])
  }

  async read(linkDays: readonly LinkDay[], after: CopiedClick | null, limit: number): Promise<CopiedClick[]> {
    const { url_id, at, id } = after ?? { url_id: '', at: '-infinity', id: '' }
    const days = [toArrayLiteral(linkDays.map(({ urlId }) => urlId)), toArrayLiteral(linkDays.map(({ day }) => day))]
    return this.query<CopiedClick>(clicksSql, [...days, url_id, at, id, limit])
  }

  async clear(): Promise<void> {
    // What is there is not written again, and clicks are only ever deleted in both stores.
  }

  async write(clicks: readonly CopiedClick[]): Promise<void> {
    const [first] = clicks
    if (!first) return
    await this.createPartition(first.at.slice(0, 7))
    await this.inTransaction(async (em) => {
      await executeUnlogged(em, `select set_config('tack.copies_clicks', 'on', true)`)
      await insertFoldedClicks(em, clicks)
    })
  }

  private async createPartition(month: string): Promise<void> {
    if (this.partitions.has(month)) return
    await createPartitions(this.orm, new Date(`${month}-01T00:00:00Z`))
    this.partitions.add(month)
  }

  private query<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.inTransaction((em) => executeUnlogged<T>(em, sql, values))
  }

  /** Its statements may take long. */
  private inTransaction<T>(run: (em: EntityManager) => Promise<T>): Promise<T> {
    return this.orm.em.fork(withoutQueryLog()).transactional(async (em) => {
      await executeUnlogged(em, `select ${statementTimeoutSql(0)}, set_config('jit', 'off', true)`)
      return run(em)
    }, withoutQueryLog())
  }
}

function boundsOf(month: string): [from: string, to: string] {
  const from = new Date(`${month}-01T00:00:00Z`)
  return [from.toISOString(), new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1)).toISOString()]
}

const monthsSql = `
  select distinct to_char(created_at at time zone 'UTC', 'YYYY-MM') as month from click order by month`

const countedSql = `
  select url_id as "urlId", ${utcDaySql('created_at')}::text as day, count(*)::int as clicks
    from click
   where created_at >= ?::timestamptz and created_at < ?::timestamptz`

const linkDaysSql = `
  ${countedSql} and url_id >= ? and (url_id, ${utcDaySql('created_at')}) > (?, ?::date)
   group by url_id, ${utcDaySql('created_at')}
   order by url_id, ${utcDaySql('created_at')}
   limit ?`

const countsSql = `
  ${countedSql} and url_id = any(?::text[])
   group by url_id, ${utcDaySql('created_at')}`

/** In the order of the primary key. Times are texts, because they have microseconds when other software has written them. */
const clicksSql = `
  select click.id, url_id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
         trigger, country, region, city, device, browser, os, referrer_host as referrer, utm_source, utm_medium,
         utm_campaign, utm_term, utm_content, rule_id, variant, is_bot as bot, bot_name,
         encode(visitor_hash, 'hex') as visitor, import_id, workspace_id, is_view
    from unnest(?::text[], ?::date[]) as link_day (link_id, day)
    join (select id, coalesce(workspace_id, '') as workspace_id, kind = 'bio_page' as is_view from link) as link
      on link.id = link_id
    join click on url_id = link_id
              and created_at >= day::timestamp at time zone 'UTC'
              and created_at < (day + 1)::timestamp at time zone 'UTC'
   where (url_id, created_at, click.id) > (?, ?::timestamptz, ?)
   order by url_id, created_at, click.id
   limit ?`
