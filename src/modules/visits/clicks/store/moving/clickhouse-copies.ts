import type { Orm } from '../../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../../platform/database/statements.ts'
import { rowsOf } from '../clickhouse/click-removal.ts'
import { type ClickHouseLayout, insertedColumns, toInsertedValues } from '../clickhouse/clickhouse.schema.ts'
import type { ClickHouse } from '../clickhouse/clickhouse.ts'
import { findLinksByIds } from '../clickhouse/scope.queries.ts'
import { formatInstant, Params } from '../clickhouse/selection-sql.ts'
import { type CopiedClick, type CopiedStore, keyOf, type LinkDay, type LinkDayCount } from './copied-clicks.ts'

export interface ClickHouseCopiesOptions {
  readonly clickHouse: ClickHouse
  readonly layout: ClickHouseLayout
  /** In which the links are. */
  readonly orm: Orm
}

const daySql = 'toString(toDate(created_at))'

/** The clicks of ClickHouse. Rows that are there twice count twice, so they are found, and copied again. */
export class ClickHouseCopies implements CopiedStore {
  constructor(private readonly options: ClickHouseCopiesOptions) {}

  async listMonths(): Promise<string[]> {
    const rows = await this.options.clickHouse.query<{ month: string }>(
      `select distinct formatDateTime(toStartOfMonth(created_at), '%Y-%m') as month from click order by month`,
    )
    return rows.map(({ month }) => month)
  }

  listLinkDays(month: string, after: LinkDay | null, limit: number): Promise<LinkDayCount[]> {
    const params = new Params()
    const conditions = [ofMonth(month, params)]
    if (after) conditions.push(`(url_id, ${daySql}) > (${bind(after.urlId, params)}, ${bind(after.day, params)})`)
    return this.options.clickHouse.query<LinkDayCount>(
      `select url_id as urlId, ${daySql} as day, uniqExact(id) as clicks
         from click
        where ${conditions.join(' and ')}
        group by urlId, day
        order by urlId, day
        limit ${limit}`,
      params.values,
    )
  }

  async countLinkDays(month: string, urlIds: readonly string[]): Promise<LinkDayCount[]> {
    const params = new Params()
    return this.options.clickHouse.query<LinkDayCount>(
      `select url_id as urlId, ${daySql} as day, count() as clicks
         from click
        where ${await this.ofLinks(urlIds, params)} and ${ofMonth(month, params)}
        group by urlId, day`,
      params.values,
    )
  }

  async read(linkDays: readonly LinkDay[], after: CopiedClick | null, limit: number): Promise<CopiedClick[]> {
    const params = new Params()
    const conditions = [await this.ofLinkDays(linkDays, params)]
    if (after) {
      const at = params.bind(formatInstant(new Date(after.at)), `DateTime64(3, 'UTC')`)
      conditions.push(`(url_id, created_at, id) > (${bind(after.url_id, params)}, ${at}, ${bind(after.id, params)})`)
    }
    return this.options.clickHouse.query<CopiedClick>(
      `select ${copiedSql}
         from click
        where ${conditions.join(' and ')}
        order by click.url_id, click.created_at, click.id
        limit 1 by click.id
        limit ${limit}`,
      params.values,
    )
  }

  async clear(linkDays: readonly LinkDay[]): Promise<void> {
    if (linkDays.length === 0) return
    const { clickHouse, layout } = this.options
    const params = new Params()
    const condition = await this.ofLinkDays(linkDays, params)
    await clickHouse.command(`delete from ${rowsOf('click', layout)} where ${condition}`, params.values)
  }

  async write(clicks: readonly CopiedClick[], name: string): Promise<void> {
    await this.options.clickHouse.insert('click', insertedColumns, clicks.map(toInsertedValues), name)
  }

  private async ofLinkDays(linkDays: readonly LinkDay[], params: Params): Promise<string> {
    const days = linkDays.map(({ day }) => day).toSorted()
    const links = await this.ofLinks([...new Set(linkDays.map(({ urlId }) => urlId))], params)
    const keys = params.bind(linkDays.map(keyOf), 'Array(String)')
    // The first conditions find the granules.
    return `${links} and created_at >= toDateTime64(${bind(days[0] ?? '', params)}, 3, 'UTC')
        and created_at < toDateTime64(${bind(days.at(-1) ?? '', params)}, 3, 'UTC') + interval 1 day
        and concat(url_id, ' ', ${daySql}) in ${keys}`
  }

  /** With the workspaces under which links have clicks, which find the granules. */
  private async ofLinks(urlIds: readonly string[], params: Params): Promise<string> {
    const links = await findLinksByIds(this.options.orm.em.fork(withoutQueryLog()), urlIds)
    const workspaceIds = [...new Set(links.flatMap((link) => link.workspaceIds))]
    return `workspace_id in ${params.bind(workspaceIds, 'Array(String)')} and url_id in ${params.bind(urlIds, 'Array(String)')}`
  }
}

const bind = (text: string, params: Params) => params.bind(text, 'String')

const ofMonth = (month: string, params: Params) =>
  `toYYYYMM(created_at) = ${params.bind(Number(month.replace('-', '')), 'UInt32')}`

const copiedSql = `
  click.id as id, click.url_id as url_id, concat(replaceOne(toString(click.created_at), ' ', 'T'), 'Z') as at, trigger,
  country, region, city, device, browser, os, referrer_host as referrer, utm_source, utm_medium, utm_campaign, utm_term,
  utm_content, rule_id, variant, is_bot as bot, bot_name, import_id, workspace_id, is_view,
  if(visitor = 0, null, lower(leftPad(hex(visitor), 32, '0'))) as visitor`
