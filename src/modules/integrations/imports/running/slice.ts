import type { ErrorDetail } from '../../../../platform/shared/service-error.ts'
import { type ImportedLink, type RowResult, toRowFailure } from '../../../publishing/links/index.ts'
import type { PastClick, PastClickOptions } from '../../../visits/clicks/index.ts'
import type { ImportWarning, LinkImport } from '../import.entity.ts'
import type { ImportCell, ImportRowError, ImportRowIssue } from '../import.types.ts'
import type { ClickReader } from '../reading/click-reader.ts'
import type { ReadRow, RowReader, RowWarning } from '../reading/row-reader.ts'
import type { SourceRecord } from '../reading/source-record.ts'

/** Rows that are not written yet, and rows that could not be read. */
export interface Slice {
  /** The number of the row before the first row of the slice. */
  readonly after: number
  readonly rows: ImportedLink[]
  readonly clicks: PastClick[]
  readonly unreadable: RowResult[]
  readonly warnings: RowWarning[]
  /** The cells of each row of links. */
  readonly cells: Map<number, () => readonly ImportCell[]>
  /** Number of rows. A row can have several links. */
  size: number
  /** Size of the texts of the rows, in characters. */
  length: number
}

export function toClickOptions({ id, workspace, linkId, isDryRun }: LinkImport): PastClickOptions {
  return { importId: id, workspaceId: workspace.id, linkId, isDryRun }
}

/** Rows that are written already are read again, because only their order distinguishes equal clicks. */
export function addClick(
  slice: Slice,
  row: number,
  record: SourceRecord,
  reader: ClickReader,
  processed: number,
): void {
  const isWritten = row <= processed
  if (!isWritten) grow(slice, record)
  try {
    const click = reader.read(record, row)
    if (!isWritten) slice.clicks.push(click)
  } catch (error) {
    const failure = toRowFailure(row, error)
    if (!isWritten) slice.unreadable.push(failure)
  }
}

export function addRecord(slice: Slice, row: number, record: SourceRecord, reader: RowReader): void {
  grow(slice, record)
  slice.cells.set(row, () => reader.readCells(record))
  try {
    const { links, warnings }: ReadRow = reader.read(record, row)
    slice.rows.push(...links)
    slice.warnings.push(...warnings)
  } catch (error) {
    slice.unreadable.push(toRowFailure(row, error))
  }
}

/** A slice without rows, which begins after a row. */
export function createSlice(after: number): Slice {
  return { after, rows: [], clicks: [], unreadable: [], warnings: [], cells: new Map(), size: 0, length: 0 }
}

function grow(slice: Slice, record: SourceRecord): void {
  slice.size++
  for (const text of record.values()) slice.length += text.length
}

/** The errors of rows: one error for each row, although several of its links may have errors. */
export function toRowErrors(results: readonly RowResult[], { cells }: Pick<Slice, 'cells'>): ImportRowError[] {
  const errors = results.flatMap((each) => (each.status === 'failed' ? [each] : []))
  return [...Map.groupBy(errors, ({ row }) => row)].map(([row, [first, ...others]]) => ({
    row,
    code: first?.code ?? '',
    message: [...new Set([first, ...others].map((each) => each?.message ?? ''))].join(' '),
    issues: (first?.details ?? []).flatMap(toIssue),
    cells: cells.get(row)?.() ?? [],
  }))
}

function toIssue({ field, code, values = {} }: ErrorDetail): ImportRowIssue[] {
  const named = Object.entries(values).map(([name, value]) => ({ name, value: String(value) }))
  return code ? [{ field, code, values: named }] : []
}

/** Counts links. A row can have several. */
export function addResults(linkImport: LinkImport, results: readonly RowResult[]): void {
  const count = (...statuses: RowResult['status'][]) => results.filter(({ status }) => statuses.includes(status)).length
  linkImport.created += count('created', 'renamed')
  linkImport.renamed += count('renamed')
  linkImport.skipped += count('skipped')
}

/** Warnings of rows whose links other links have displaced, without an error. */
export function toTwinWarnings(results: readonly RowResult[]): RowWarning[] {
  return results.flatMap((each) =>
    each.status !== 'failed' && each.isTwin ? [{ row: each.row, column: 'customUrl', message: twinMessage }] : [],
  )
}

const twinMessage =
  'The alias is the same as the alias of another link but for upper and lower case, or for dots and underscores in place of dashes, which short addresses do not tell apart. Visitors of either spelling get the other link.'

/** A warning of an import counts its rows. */
export function addWarnings(before: readonly ImportWarning[], warnings: readonly RowWarning[]): ImportWarning[] {
  const after = new Map(before.map((each) => [`${each.column} ${each.message}`, { ...each }]))
  for (const { row, column, message } of warnings) {
    const key = `${column} ${message}`
    const known = after.get(key)
    if (known) known.rows++
    else if (after.size < maxWarnings) after.set(key, { column, message, rows: 1, firstRow: row })
  }
  return [...after.values()]
}

const maxWarnings = 100
