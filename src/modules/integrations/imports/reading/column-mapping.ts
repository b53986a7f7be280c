import type { ImportField } from './columns.ts'
import { toColumnKey } from './source-record.ts'
import type { SourceFormat } from './sources.ts'
import { findConcern } from './unmapped-columns.ts'

/** Which column has which field. */
export interface ColumnMapping {
  readonly column: string
  /** Null for a column that is not imported. */
  readonly field: ImportField | null
  /** Why a column that is not imported may be missed. */
  readonly warning: string | null
}

export const maxColumnLength = 200

/** Guesses the fields of columns by their names. Some fields can be in several columns: the first with a value is read. */
export function mapColumns(columns: readonly string[], { columns: known }: SourceFormat): ColumnMapping[] {
  const fieldOf = (column: string) => {
    const key = toColumnKey(column)
    const ranked = [...known]
      .map(([field, keys]) => ({ field, rank: keys.indexOf(key) }))
      .filter(({ rank }) => rank >= 0)
    const field = ranked.toSorted((one, other) => one.rank - other.rank)[0]?.field
    return field ?? (geoColumn.test(key) ? 'geoUrls' : null)
  }
  const mapped = columns.map((column) => ({ column, field: fieldOf(column) }))
  const fields = new Set(mapped.flatMap(({ field }) => field ?? []))
  return mapped.map(({ column, field }) => ({
    column: column.slice(0, maxColumnLength),
    field,
    warning: field === null ? findConcern(column, fields) : null,
  }))
}

/** The destination for one country, such as `geo.DE` in JSON. */
export const geoColumn = /^geo[a-z]{2}$/
