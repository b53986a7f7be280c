import { arrayOf, quoted } from '../database/array.text.ts'
import type { ClickRow } from './click.row.ts'

/** A column of a batch: its name and type in the statement, and a click's value as an element of an array's text form. */
interface Column {
  readonly name: string
  readonly type: string
  element(click: ClickRow): string
}

const text = (name: string, read: (click: ClickRow) => string | null, type = 'text'): Column => ({
  ...{ name, type },
  element: (click) => quoted(read(click)),
})

/** Text that holds nothing an array's text form would have to be told of. */
const word = (name: string, read: (click: ClickRow) => string, type = 'text'): Column => ({
  ...{ name, type },
  element: (click) => `"${read(click)}"`,
})

const flag = (name: string, read: (click: ClickRow) => boolean): Column => ({
  ...{ name, type: 'boolean' },
  element: (click) => (read(click) ? 't' : 'f'),
})

const kept: readonly Column[] = [
  word('id', ({ id }) => id),
  word('url_id', ({ url_id }) => url_id),
  word('created_at', ({ at }) => at, 'timestamptz'),
  word('trigger', ({ trigger }) => trigger),
  text('country', ({ country }) => country),
  text('region', ({ region }) => region),
  text('device', ({ device }) => device),
  text('browser', ({ browser }) => browser),
  text('os', ({ os }) => os),
  text('referrer_host', ({ referrer }) => referrer),
  text('utm_source', ({ utm_source }) => utm_source),
  text('utm_medium', ({ utm_medium }) => utm_medium),
  text('utm_campaign', ({ utm_campaign }) => utm_campaign),
  flag('is_bot', ({ bot }) => bot),
  text('bot_name', ({ bot_name }) => bot_name),
  text('visitor_hash', ({ visitor }) => visitor && `\\x${visitor}`, 'bytea'),
]

// Text, because it is read as an instant only where the visitor has resolved the link before.
const columns = [
  ...kept,
  text('merges_since', (click) => click.merges_since),
  flag('limited', (click) => click.limited),
]

const names = (some: readonly Column[]) => some.map(({ name }) => name).join(', ')

/** The columns of a click that go into its row. */
export const keptColumns = names(kept)

/** The parameters a statement may use after those of `givenSql`: the ids of the links, and the earliest `merges_since`. */
export const linksParameter = `$${columns.length + 1}::text[]`
export const sinceParameter = `$${columns.length + 2}::timestamptz`

/**
 * A common table of the clicks, `n` telling their place in the batch. Arrays, one for each column, because reading them
 * costs the database a fourth of what a JSON text does (bench/README.md).
 */
export const givenSql = `given as materialized (
    select ${names(columns)}, (n - 1)::int as n
      from unnest(${columns.map(({ type }, at) => `$${at + 1}::${type}[]`).join(', ')})
           with ordinality as given (${names(columns)}, n))`

/** The columns of a row, each read from the array that is its parameter; what holds nothing may be null altogether. */
export const unnestedSql = kept.map(({ name, type }, at) => `unnest($${at + 1}::${type}[]) as ${name}`).join(', ')

/** How many parameters `unnestedSql` has. */
export const keptCount = kept.length

/** The parameters of `unnestedSql` for these clicks. */
export function keptValuesOf(clicks: readonly ClickRow[]): (string | null)[] {
  return kept.map(({ element }) => filled(clicks.map(element)))
}

/** The parameters of a statement for these clicks. */
export function valuesOf(clicks: readonly ClickRow[]): (string | null)[] {
  const links = [...new Set(clicks.map(({ url_id }) => url_id))]
  return [...columns.map((column) => arrayOf(clicks.map(column.element))), arrayOf(links.map(quoted)), sinceOf(clicks)]
}

/** The earliest `merges_since` of the clicks; null when none asks for a resolution. */
export function sinceOf(clicks: readonly ClickRow[]): string | null {
  let since: string | null = null
  for (const { merges_since: at } of clicks) if (at !== null && (since === null || at < since)) since = at
  return since
}

/** Null says the same as an array of nothing but NULL, and has not to be read. */
function filled(elements: readonly string[]): string | null {
  return elements.every((element) => element === 'NULL') ? null : arrayOf(elements)
}
