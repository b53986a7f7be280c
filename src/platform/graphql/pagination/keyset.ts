import { raw } from '@mikro-orm/postgresql'
import { InvalidParams } from '../../shared/general.errors.ts'
import { isStorable } from '../inputs/argument-validation.ts'
import type { ConnectionArgs } from './page.inputs.ts'

/** A unique order of rows: by one property, then by id. Text sorts case-insensitively. */
export interface SortOrder<T> {
  /** Part of every cursor, so that a cursor of another order is rejected. */
  readonly name: string
  /** The property that has the key of a row, or how to read it. */
  readonly property: keyof T | ((row: T) => Date | number | null | undefined)
  /** The column of the property, or an SQL expression for a property of another table. */
  readonly column: string | ((alias: string) => string)
  readonly kind: 'instant' | 'count' | 'text'
  readonly direction: 'asc' | 'desc'
  /** Where the column can be null: rows without an instant sort like this one. */
  readonly nullsAs?: 'infinity' | '-infinity'
  /** The id as an SQL expression, where it is not the column `id`. */
  readonly idSql?: (alias: string) => string
}

/** Newest first. `name` names the list in its cursors. */
export function newestFirst<T extends { readonly createdAt: Date }>(name: string): SortOrder<T> {
  return { name, property: 'createdAt', column: 'created_at', kind: 'instant', direction: 'desc' }
}

/** The items on a page of a connection, when the client gives no number. */
export const defaultPageSize = 20

/** A row with the id that completes its order. */
export interface NodeRow {
  readonly id: string
}

type CursorKey = string | number | null

/** The SQL form of a key, and the check of a key from a cursor, which is untrusted input. */
const keyTypes = {
  instant: { value: '?::timestamptz', isKey: (key: unknown) => isIntegerUpTo(key, 253_402_300_799_999) },
  count: { value: '?::int', isKey: (key: unknown) => isIntegerUpTo(key, 2_147_483_647) },
  text: { value: 'lower(?::text)', isKey: isStorable },
} as const

/** Where a page of a connection is in its list. */
export interface Slice {
  readonly size: number
  /** Whether the page is the end of its part of the list, and not the start. */
  readonly isBackward: boolean
  /** The key and the id of the row before the page. */
  readonly after: [string | number, string] | null
  /** The key and the id of the row behind the page. */
  readonly before: [string | number, string] | null
}

/**
 * Reads the page that a client requests. Throws `InvalidParams` when it sets `first` and `last`, and for a cursor that
 * is malformed or of another order.
 */
export function readSlice<T>(order: SortOrder<T>, { first, after, last, before }: ConnectionArgs): Slice {
  if (first != null && last != null) throw InvalidParams.forField('last', 'cannot be combined with first')
  return {
    size: last ?? first ?? defaultPageSize,
    isBackward: last != null,
    after: after == null ? null : decodeCursor(order, after),
    before: before == null ? null : decodeCursor(order, before, 'before'),
  }
}

/**
 * The query options for a page: one comparison for each cursor, which an index can answer, and one row more than
 * requested, which shows whether there is another page.
 */
export function buildKeysetQuery<T extends NodeRow>(order: SortOrder<T>, { size, isBackward, after, before }: Slice) {
  const isAscending = order.direction === 'asc'
  const compare = (operator: '<' | '>', key: [string | number, string]) => ({
    [raw(
      (alias) =>
        `(${sortValueSql(order, alias)}, ${idOf(order, alias)}) ${operator} (${keyTypes[order.kind].value}, ?)`,
      key,
    )]: [],
  })
  return {
    /** Conditions on the rows. All must hold. */
    where: [
      ...(after ? [compare(isAscending ? '>' : '<', after)] : []),
      ...(before ? [compare(isAscending ? '<' : '>', before)] : []),
    ],
    orderBy: buildOrderBy(isBackward ? reverse(order) : order),
    limit: size + 1,
  }
}

function reverse<T>(order: SortOrder<T>): SortOrder<T> {
  return { ...order, direction: order.direction === 'asc' ? 'desc' : 'asc' }
}

/** The `orderBy` of a query in this order. */
export function buildOrderBy<T>(order: SortOrder<T>) {
  const { idSql, direction } = order
  return [
    { [raw((alias) => sortValueSql(order, alias))]: direction },
    idSql ? { [raw(idSql)]: direction } : { id: direction },
  ]
}

function idOf<T>({ idSql }: SortOrder<T>, alias: string): string {
  return idSql?.(alias) ?? `${alias}.id`
}

/** The expression by which rows are sorted. Without an alias, as an index of the table has it. */
export function sortValueSql<T>(
  { kind, column, nullsAs }: Pick<SortOrder<T>, 'kind' | 'column' | 'nullsAs'>,
  alias?: string,
): string {
  const prefix = alias === undefined ? '' : `${alias}.`
  const value = typeof column === 'string' ? `${prefix}${column}` : column(alias ?? '')
  if (kind === 'text') return `lower(${value})`
  return nullsAs ? `coalesce(${value}, '${nullsAs}'::timestamptz)` : value
}

/** The cursor of a row: base64url of the order, the key of the row and its id. Opaque to clients. */
export function encodeCursor<T extends NodeRow>({ name, property }: SortOrder<T>, row: T): string {
  const value = typeof property === 'function' ? property(row) : row[property]
  const key = (value instanceof Date ? value.getTime() : (value ?? null)) as CursorKey
  return Buffer.from(JSON.stringify([name, key, row.id])).toString('base64url')
}

/** The key and the id of a cursor. Throws `InvalidParams` for one that is malformed or of another order. */
export function decodeCursor<T>(
  { name, kind, nullsAs }: SortOrder<T>,
  cursor: string,
  argument = 'after',
): [string | number, string] {
  const [order, key, id, ...rest] = parseCursor(cursor)
  const isKey = keyTypes[kind].isKey(key) || (key === null && nullsAs !== undefined)
  const isValid = order === name && isKey && isStorable(id) && rest.length === 0
  if (!isValid) throw InvalidParams.forField(argument, 'must be a cursor of this list in this order')
  if (key === null && nullsAs) return [nullsAs, id as string]
  return [kind === 'instant' ? new Date(key as number).toISOString() : (key as string | number), id as string]
}

function parseCursor(cursor: string): unknown[] {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

function isIntegerUpTo(key: unknown, max: number): boolean {
  return Number.isInteger(key) && (key as number) >= 0 && (key as number) <= max
}
