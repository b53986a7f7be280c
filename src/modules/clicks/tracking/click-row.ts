import { quoteArrayElement, toArrayLiteral } from '../../../platform/database/statements.ts'
import type { Trigger } from '../click.entity.ts'

/** A click on its way into the database, as the spool keeps it too. */
export interface ClickRow {
  readonly id: string
  readonly url_id: string
  readonly at: string
  readonly trigger: Trigger
  readonly country: string | null
  readonly region: string | null
  readonly device: string | null
  readonly browser: string | null
  readonly os: string | null
  readonly referrer: string | null
  readonly utm_source: string | null
  readonly utm_medium: string | null
  readonly utm_campaign: string | null
  readonly bot: boolean
  readonly bot_name: string | null
  /** The visitor's hash in hex. */
  readonly visitor: string | null
  /** A JSON resolution by the same visitor since this instant was the same visit; null when every click counts. */
  readonly merges_since: string | null
  /** Whether the limit of the link decides if the destination is given. Else it has been given, and is only recorded. */
  readonly limited: boolean
}

/** A column of a batch: its name and type in the statement, and a click's value as an element of an array's text form. */
interface Column {
  readonly name: string
  readonly type: string
  element(click: ClickRow): string
}

const textColumn = (name: string, read: (click: ClickRow) => string | null, type = 'text'): Column => ({
  ...{ name, type },
  element: (click) => quoteArrayElement(read(click)),
})

/** Text that holds nothing an array's text form would have to be told of. */
const unescapedColumn = (name: string, read: (click: ClickRow) => string, type = 'text'): Column => ({
  ...{ name, type },
  element: (click) => `"${read(click)}"`,
})

const booleanColumn = (name: string, read: (click: ClickRow) => boolean): Column => ({
  ...{ name, type: 'boolean' },
  element: (click) => (read(click) ? 't' : 'f'),
})

const rowColumns: readonly Column[] = [
  unescapedColumn('id', ({ id }) => id),
  unescapedColumn('url_id', ({ url_id }) => url_id),
  unescapedColumn('created_at', ({ at }) => at, 'timestamptz'),
  unescapedColumn('trigger', ({ trigger }) => trigger),
  textColumn('country', ({ country }) => country),
  textColumn('region', ({ region }) => region),
  textColumn('device', ({ device }) => device),
  textColumn('browser', ({ browser }) => browser),
  textColumn('os', ({ os }) => os),
  textColumn('referrer_host', ({ referrer }) => referrer),
  textColumn('utm_source', ({ utm_source }) => utm_source),
  textColumn('utm_medium', ({ utm_medium }) => utm_medium),
  textColumn('utm_campaign', ({ utm_campaign }) => utm_campaign),
  booleanColumn('is_bot', ({ bot }) => bot),
  textColumn('bot_name', ({ bot_name }) => bot_name),
  textColumn('visitor_hash', ({ visitor }) => visitor && `\\x${visitor}`, 'bytea'),
]

// Text, because it is read as an instant only where the visitor has resolved the link before.
const batchColumns = [
  ...rowColumns,
  textColumn('merges_since', (click) => click.merges_since),
  booleanColumn('limited', (click) => click.limited),
]

const joinNames = (columns: readonly Column[]) => columns.map(({ name }) => name).join(', ')

/** The columns of a click that go into its row. */
export const rowColumnNames = joinNames(rowColumns)

/** The parameters a statement may use after those of `givenSql`: the ids of the links, and the earliest `merges_since`. */
export const linkIdsParameter = `$${batchColumns.length + 1}::text[]`
export const mergesSinceParameter = `$${batchColumns.length + 2}::timestamptz`

/**
 * A common table of the clicks, `n` telling their place in the batch. Arrays, one for each column, because reading them
 * costs the database a fourth of what a JSON text does (bench/README.md).
 */
export const batchSql = `given as materialized (
    select ${joinNames(batchColumns)}, (n - 1)::int as n
      from unnest(${batchColumns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ')})
           with ordinality as given (${joinNames(batchColumns)}, n))`

/** The columns of a row, each read from the array that is its parameter; what holds nothing may be null altogether. */
export const unnestedRowSql = rowColumns
  .map(({ name, type }, at) => `unnest($${at + 1}::${type}[]) as ${name}`)
  .join(', ')

/** How many parameters `unnestedSql` has. */
export const rowColumnCount = rowColumns.length

/** The parameters of `unnestedSql` for these clicks. */
export function toRowValues(clicks: readonly ClickRow[]): (string | null)[] {
  return rowColumns.map(({ element }) => toNullableArray(clicks.map(element)))
}

/** The parameters of a statement for these clicks. */
export function toBatchValues(clicks: readonly ClickRow[]): (string | null)[] {
  const linkIds = [...new Set(clicks.map(({ url_id }) => url_id))]
  return [
    ...batchColumns.map((column) => toArrayLiteral(clicks.map(column.element))),
    toArrayLiteral(linkIds.map(quoteArrayElement)),
    earliestMergesSince(clicks),
  ]
}

/** The earliest `merges_since` of the clicks; null when none asks for a resolution. */
export function earliestMergesSince(clicks: readonly ClickRow[]): string | null {
  let since: string | null = null
  for (const { merges_since: at } of clicks) if (at !== null && (since === null || at < since)) since = at
  return since
}

/** Null says the same as an array of nothing but NULL, and has not to be read. */
function toNullableArray(elements: readonly string[]): string | null {
  return elements.every((element) => element === 'NULL') ? null : toArrayLiteral(elements)
}
