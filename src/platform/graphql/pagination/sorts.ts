import { createEnumType, type EnumType, toEnumName } from '../../shared/enum-type.ts'
import { type SortOrder, sortValueSql } from './keyset.ts'

/** One sort order of a list. */
export interface Sort<T> extends Omit<SortOrder<T>, 'name'> {
  readonly description: string
  /** The table that is sorted, where it is not the one of the list, and its id. */
  readonly table?: { readonly name: string; readonly id: string }
  /** The index that answers it. Two directions of one column share an index. */
  readonly index: string
}

/** How a list can be sorted, all of it from one declaration. */
export interface Sorts<T, S extends string> {
  /** For the argument of the list. */
  readonly type: EnumType<S>
  readonly orders: Readonly<Record<S, SortOrder<T>>>
  /** The statements that create the indexes of this table. */
  readonly indexesOf: (table: string) => readonly string[]
}

interface SortsOptions {
  /** The name of the enum. */
  readonly name: string
  readonly description: string
  readonly table: string
  readonly namesOverRest?: boolean
}

/**
 * Declares the sort orders of a list whose rows have no small bound in a workspace: the enum for its argument, the orders for its
 * pages, and an index for each.
 */
export function declareSorts<T, S extends string>(
  { name, description, table, namesOverRest = false }: SortsOptions,
  sorts: Readonly<Record<S, Sort<T>>>,
): Sorts<T, S> {
  const entries = Object.entries<Sort<T>>(sorts)
  const mapSorts = <R>(map: (sort: Sort<T>, key: string) => R) =>
    Object.fromEntries(entries.map(([key, sort]) => [key, map(sort, key)])) as Record<S, R>
  const descriptions = mapSorts((sort) => sort.description)
  return {
    type: createEnumType<S>(name, description, descriptions, { namesOverRest }),
    orders: mapSorts((sort, key) => ({ ...sort, name: toEnumName(key) })),
    indexesOf: (other) => [
      ...new Map(
        entries
          .filter(([, sort]) => (sort.table?.name ?? table) === other)
          .toReversed()
          .map(([, sort]) => [sort.index, createIndexSql(other, sort)]),
      ).values(),
    ],
  }
}

function createIndexSql<T>(table: string, sort: Sort<T>): string {
  const direction = sort.direction === 'desc' ? ' desc' : ''
  const keys = [sortValueSql(sort), sort.table?.id ?? 'id'].map((key) => `${key}${direction}`)
  return `create index ${sort.index} on ${table} (workspace_id, ${keys.join(', ')})`
}
