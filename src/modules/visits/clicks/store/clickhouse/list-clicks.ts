import type { EntityManager } from '../../../../../platform/database/database.ts'
import type { Slice } from '../../../../../platform/graphql/pagination/keyset.ts'
import { getContinent } from '../../../../../platform/shared/geography/continents.ts'
import { readIdPeriod } from '../../../../../platform/shared/ids.ts'
import { Click } from '../../click.entity.ts'
import type { ExportedClick } from '../../export/exported-click.ts'
import type { ClickSelection, LinkScope } from '../click-query.ts'
import type { ClickHouseQueries } from './clickhouse.ts'
import { selectionConditions } from './count-links.ts'
import { findQrCodes } from './scope.queries.ts'
import { formatInstant, Params } from './selection-sql.ts'

/** Clicks in one answer of `scanClicks`. */
const pageSize = 10_000

const described = ['country', 'region', 'city', 'device', 'browser', 'os'].map(
  (column) => `ifNull(click.${column}, 'Unknown') as ${column}`,
)

/** The columns of a click that its owner may see. */
const visibleSql = [
  ...['id', 'url_id', 'trigger', 'referrer_host', 'is_bot', 'bot_name', 'rule_id', 'variant', 'import_id'],
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
  ...described,
  `concat(replaceOne(toString(click.created_at), ' ', 'T'), 'Z') as created_at`,
].join(', ')

/** A slice of clicks and one click more. With `isPerLink`, of each link. */
export async function listClicks(
  em: EntityManager,
  clickHouse: ClickHouseQueries,
  selection: ClickSelection,
  slice: Slice,
  { offset = 0, isPerLink = false }: { readonly offset?: number; readonly isPerLink?: boolean } = {},
): Promise<Click[]> {
  const params = new Params()
  const conditions = await selectionConditions(em, selection, params, isPerLink)
  if (conditions === null) return []
  const direction = slice.isBackward ? 'asc' : 'desc'
  const limit = slice.size + 1
  const rows = await clickHouse.query<Record<string, unknown>>(
    `select ${visibleSql}
       from click
      where ${[conditions.sql, ...sliceSql(slice, params)].join(' and ')}
      order by ${isPerLink ? 'click.url_id, ' : ''}click.created_at ${direction}, click.id ${direction}
      limit ${limit}${isPerLink ? ' by click.url_id' : ` offset ${Math.trunc(offset)}`}`,
    params.values,
  )
  return rows.map((row) => em.map(Click, row))
}

/** Finds a click by its id, which contains its time. */
export async function findClick(
  em: EntityManager,
  clickHouse: ClickHouseQueries,
  scope: LinkScope,
  id: string,
): Promise<Click | undefined> {
  const range = readIdPeriod('clk', id)
  if (!range) return undefined
  const params = new Params()
  const end = new Date(range.to.getTime() + 1)
  const selection = { scope, range: { from: range.from, to: end }, filters: {}, includeBots: true }
  const conditions = await selectionConditions(em, selection, params)
  if (conditions === null) return undefined
  const [row] = await clickHouse.query<Record<string, unknown>>(
    `select ${visibleSql} from click where ${conditions.sql} and click.id = ${params.bind(id, 'String')} limit 1`,
    params.values,
  )
  return row && em.map(Click, row)
}

type ScannedRow = Omit<ExportedClick, 'continent' | 'qrId'>

/** All clicks in pages, link by link, newest first. Each page is a statement of its own, which begins where the last one ended. */
export async function* scanClicks(
  em: EntityManager,
  clickHouse: ClickHouseQueries,
  selection: ClickSelection,
): AsyncGenerator<readonly ExportedClick[]> {
  let last: ScannedRow | undefined
  do {
    const params = new Params()
    const conditions = await selectionConditions(em, selection, params)
    if (conditions === null) return
    const rows: ScannedRow[] = await clickHouse.query<ScannedRow>(
      `select ${exportedSql}
         from click
        where ${[conditions.sql, ...afterSql(last, params)].join(' and ')}
        order by click.url_id, click.created_at desc, click.id desc
        limit ${pageSize}`,
      params.values,
    )
    const codes = await findQrCodes(em, [...new Set(rows.map(({ urlId }) => urlId))])
    if (rows.length > 0)
      yield rows.map((row) => ({
        ...row,
        continent: getContinent(row.country),
        qrId: codes.get(row.urlId) ?? null,
      }))
    last = rows.length < pageSize ? undefined : rows.at(-1)
  } while (last)
}

const exportedSql = `
  click.id as id, click.url_id as urlId, concat(replaceOne(toString(click.created_at), ' ', 'T'), 'Z') as createdAt,
  ifNull(click.country, 'Unknown') as country, click.region as region, click.city as city,
  ifNull(click.device, 'Unknown') as device, ifNull(click.browser, 'Unknown') as browser, ifNull(click.os, 'Unknown') as os,
  click.referrer_host as referrerHost, click.trigger as trigger, click.utm_source as utmSource,
  click.utm_medium as utmMedium, click.utm_campaign as utmCampaign, click.utm_term as utmTerm,
  click.utm_content as utmContent, click.is_bot as isBot, click.bot_name as botName, click.rule_id as ruleId,
  click.variant as variant`

const instantType = `DateTime64(3, 'UTC')`

function afterSql(last: ScannedRow | undefined, params: Params): string[] {
  if (last === undefined) return []
  const urlId = params.bind(last.urlId, 'String')
  const at = params.bind(formatInstant(new Date(last.createdAt)), instantType)
  const id = params.bind(last.id, 'String')
  return [`click.url_id >= ${urlId}`, `(click.url_id > ${urlId} or (click.created_at, click.id) < (${at}, ${id}))`]
}

function sliceSql({ after, before }: Slice, params: Params): string[] {
  const compare = ([at, id]: readonly [string | number, string], sign: '<' | '>') => {
    const instant = params.bind(formatInstant(new Date(at)), instantType)
    // The first condition finds the granules.
    return `click.created_at ${sign}= ${instant} and (click.created_at, click.id) ${sign} (${instant}, ${params.bind(id, 'String')})`
  }
  return [...(after ? [compare(after, '<')] : []), ...(before ? [compare(before, '>')] : [])]
}
