import type { EntityManager } from '../../../../platform/database/database.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import { getShortBase, type LinkImporter } from '../../../publishing/links/index.ts'
import type { PastClickImporter } from '../../../visits/clicks/index.ts'
import type { ImportRowError } from '../import.types.ts'
import { ClickReader } from '../reading/click-reader.ts'
import { findFileDateOrder } from '../reading/date-order.ts'
import { RowReader } from '../reading/row-reader.ts'
import { UnreadableFile } from '../reading/source-record.ts'
import { sourceFormats } from '../reading/sources.ts'
import { assertHasDestinations, readColumns } from '../running/file-columns.ts'
import {
  addClick,
  addRecord,
  addWarnings,
  createSlice,
  type Slice,
  toRowErrors,
  toTwinWarnings,
} from '../running/slice.ts'
import { type FileHead, readHead } from './file-head.ts'
import type { ImportPreview, ImportPreviewRow, PreviewImportInput } from './import-preview.types.ts'

const maxRows = 10

interface ImportPreviewDependencies {
  readonly linkImporter: LinkImporter
  readonly pastClickImporter: PastClickImporter
}

/** Shows what an import would do from the beginning of its file. Nothing is stored. */
export class ImportPreviewService {
  constructor(private readonly dependencies: ImportPreviewDependencies) {}

  async preview(context: RequestContext, input: PreviewImportInput): Promise<ImportPreview> {
    const head = await readHead(input)
    const found = readColumns(head.source, head.columns)
    const preview = { source: head.source, ...found, rows: [], warnings: [], failureMessage: head.failureMessage }
    try {
      assertHasDestinations(found)
    } catch (error) {
      if (error instanceof UnreadableFile) return { ...preview, failureMessage: error.message }
      throw error
    }
    const slice = await (found.content === 'clicks' ? readClicks(head) : readLinks(head))
    const rows = await context.em.transactional((em) =>
      found.content === 'clicks'
        ? this.previewClicks(context, em, slice)
        : this.previewLinks(context, em, slice, input),
    )
    return {
      ...preview,
      rows: rows.toSorted((one, other) => one.row - other.row),
      warnings: addWarnings([], slice.warnings),
    }
  }

  private async previewLinks(
    { workspaceId, accountId, settings }: RequestContext,
    em: EntityManager,
    slice: Slice,
    { onConflict }: PreviewImportInput,
  ): Promise<ImportPreviewRow[]> {
    const options = { workspaceId, importId: null, creatorId: accountId, onConflict, isDryRun: true, plannedLinks: 0 }
    const { results, links } = await this.dependencies.linkImporter.importSlice(em, options, slice.rows)
    slice.warnings.push(...toTwinWarnings(results))
    const rows = slice.rows.map(({ slug, destination, title }, index): ImportPreviewRow => {
      const { row = 0, status = 'failed' } = results[index] ?? {}
      const link = links[index]
      return {
        row,
        outcome: status,
        alias: slug,
        shortUrl: link?.code == null ? null : `${getShortBase(settings, link.domainHost)}/${link.code}`,
        destination: link?.destination ?? destination,
        title: link?.title ?? title,
        error: null,
      }
    })
    return withErrors(rows, toRowErrors([...results, ...slice.unreadable], slice))
  }

  private async previewClicks(
    { workspaceId }: RequestContext,
    em: EntityManager,
    slice: Slice,
  ): Promise<ImportPreviewRow[]> {
    const options = { importId: '', workspaceId, linkId: null, isDryRun: true }
    const results = await this.dependencies.pastClickImporter.importSlice(em, options, slice.clicks)
    const codes = new Map(slice.clicks.map(({ row, code }) => [row, code]))
    const rows = results.map(({ row, status }) => toRow(row, status, codes.get(row) ?? null))
    return withErrors(rows, toRowErrors([...results, ...slice.unreadable], slice))
  }
}

function toRow(row: number, outcome: ImportPreviewRow['outcome'], alias: string | null): ImportPreviewRow {
  return { row, outcome, alias, shortUrl: null, destination: null, title: null, error: null }
}

/** The rows with their errors, and the rows that could not be read. */
function withErrors(rows: readonly ImportPreviewRow[], errors: readonly ImportRowError[]): ImportPreviewRow[] {
  const known = new Set(rows.map(({ row }) => row))
  const unread = errors.filter(({ row }) => !known.has(row)).map(({ row }) => toRow(row, 'failed', null))
  const errorsByRow = new Map(errors.map((error) => [error.row, error]))
  return [...rows, ...unread].map((each) => ({
    ...each,
    error: each.outcome === 'failed' ? (errorsByRow.get(each.row) ?? null) : null,
  }))
}

async function readLinks({ source, columns, records }: FileHead): Promise<Slice> {
  const format = sourceFormats[source]
  const reader = new RowReader(columns, { format, dateOrder: null })
  const dateOrder = await findFileDateOrder({ columns, records: toAsync(records) }, reader)
  const slice = createSlice(0)
  const ordered = new RowReader(columns, { format, dateOrder })
  for (const [index, record] of records.slice(0, maxRows).entries()) addRecord(slice, index + 1, record, ordered)
  return slice
}

async function readClicks({ source, records }: FileHead): Promise<Slice> {
  const slice = createSlice(0)
  const reader = new ClickReader(source)
  for (const [index, record] of records.slice(0, maxRows).entries()) addClick(slice, index + 1, record, reader, 0)
  return slice
}

async function* toAsync<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}
