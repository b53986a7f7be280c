import { quoteArrayElement, toArrayLiteral } from '../../../../../../platform/database/statements.ts'
import type { ClickRow } from '../../../tracking/click-row.ts'

/** A column of a batch: its name and type in the statement, and a click's value as an element of an array literal. */
interface BatchColumn {
  readonly name: string
  readonly type: string
  toElement(click: ClickRow): string
  /** Whether a click has no value; absent for a column that always has one. */
  isNull?(click: ClickRow): boolean
}

const textColumn = (name: string, read: (click: ClickRow) => string | null, type = 'text'): BatchColumn => ({
  name,
  type,
  toElement: (click) => quoteArrayElement(read(click)),
  isNull: (click) => read(click) === null,
})

/** Text without characters that an array literal must escape. */
const unescapedColumn = (name: string, read: (click: ClickRow) => string, type = 'text'): BatchColumn => ({
  name,
  type,
  toElement: (click) => `"${read(click)}"`,
})

const booleanColumn = (name: string, read: (click: ClickRow) => boolean): BatchColumn => ({
  name,
  type: 'boolean',
  toElement: (click) => (read(click) ? 't' : 'f'),
})

const rowColumns: readonly BatchColumn[] = [
  unescapedColumn('id', ({ id }) => id),
  unescapedColumn('url_id', ({ url_id }) => url_id),
  unescapedColumn('created_at', ({ at }) => at, 'timestamptz'),
  unescapedColumn('trigger', ({ trigger }) => trigger),
  textColumn('country', ({ country }) => country),
  textColumn('region', ({ region }) => region),
  textColumn('city', ({ city }) => city),
  textColumn('device', ({ device }) => device),
  textColumn('browser', ({ browser }) => browser),
  textColumn('os', ({ os }) => os),
  textColumn('referrer_host', ({ referrer }) => referrer),
  textColumn('utm_source', ({ utm_source }) => utm_source),
  textColumn('utm_medium', ({ utm_medium }) => utm_medium),
  textColumn('utm_campaign', ({ utm_campaign }) => utm_campaign),
  textColumn('rule_id', ({ rule_id }) => rule_id),
  textColumn('variant', ({ variant }) => variant),
  textColumn('utm_term', ({ utm_term }) => utm_term),
  textColumn('utm_content', ({ utm_content }) => utm_content),
  booleanColumn('is_bot', ({ bot }) => bot),
  textColumn('bot_name', ({ bot_name }) => bot_name),
  textColumn('visitor_hash', ({ visitor }) => visitor && `\\x${visitor}`, 'bytea'),
]

/** The columns of the click table that a batch writes. */
export const rowColumnNames = rowColumns.map(({ name }) => name).join(', ')

/** The parameter after the columns of a batch: the ids of the links. */
export const linkIdsParameter = `$${rowColumns.length + 1}::text[]`

/**
 * A common table expression `batch` with the clicks; `position` is their index in the batch. Each column is one array
 * parameter, because reading arrays costs the database a fourth of what a JSON text does (docs/decisions/clicks.md).
 */
export const batchSql = `
  batch as materialized (
    select ${rowColumnNames}, (position - 1)::int as position
      from unnest(${rowColumns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')})
           with ordinality as batch (${rowColumnNames}, position))`

/** The parameters of a statement that begins with `batchSql`: its columns, and the ids of the links. */
export function toBatchValues(clicks: readonly ClickRow[]): (string | null)[] {
  const linkIds = new Set(clicks.map(({ url_id }) => url_id))
  // Null instead of an array that contains only NULL, so neither this process nor the database reads the array.
  const columns = rowColumns.map(({ toElement, isNull }) =>
    isNull && clicks.every(isNull) ? null : toArrayLiteral(clicks.map(toElement)),
  )
  return [...columns, toArrayLiteral([...linkIds].map(quoteArrayElement))]
}
