import type { Settings } from '../../../config.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import {
  buildLinkFilter,
  type LinkExportArgs,
  type LinkFilterArgs,
  type LinkPlacementFilter,
  linkMediaTypes,
  readLinks,
  writeLinks,
} from '../../publishing/links/index.ts'
import {
  type ClickExportArgs,
  ClickFilter,
  type ClickReader,
  clickWriters,
  readClickFilter,
} from '../../visits/clicks/index.ts'
import type { ExportContent, ExportFormat, FileExport, StoredFilter } from './export.entity.ts'

/** Which clicks an export contains. */
type ClickExportSelection = Pick<ClickExportArgs, 'urlId' | 'filter'> & LinkPlacementFilter

type SelectedExport = Pick<FileExport, 'workspace' | 'content' | 'format' | 'bom' | 'filter' | 'createdAt'>

/** The file of an export in pieces. `onPage` is called with the number of rows before each page is written. */
export function writeContent(
  { em, settings, store }: { readonly em: EntityManager; readonly settings: Settings; readonly store: ClickReader },
  { workspace, content, format, bom, filter, createdAt }: SelectedExport,
  onPage: (rowCount: number) => Promise<void>,
): AsyncGenerator<string> {
  if (content === 'links') {
    const where = buildLinkFilter({ workspaceId: workspace.id, settings, now: () => createdAt }, toLinkFilter(filter))
    const pages = withPages(readLinks(em, settings, where), onPage)
    return writeLinks(pages, format as LinkExportArgs['format'], { bom })
  }
  const { urlId, folderId, tagIds, ...selection } = filter as ClickExportSelection
  const scope = {
    workspaceIds: [workspace.id],
    urlIds: urlId == null ? null : [urlId],
    placement: { folderId, tagIds },
  }
  // A period such as the last 7 days ends at the time of the request, however late the job begins.
  const selected = { scope, ...readClickFilter(toClickFilter(selection.filter), createdAt) }
  return clickWriters[format].write(withPages(store.scan(em, selected), onPage), { bom })
}

export function mediaTypeOf({ content, format }: { readonly content: ExportContent; readonly format: ExportFormat }) {
  return content === 'links' ? linkMediaTypes[format as LinkExportArgs['format']] : clickWriters[format].mediaType
}

async function* withPages<T>(
  pages: AsyncIterable<readonly T[]>,
  onPage: (rowCount: number) => Promise<void>,
): AsyncGenerator<readonly T[]> {
  for await (const page of pages) {
    await onPage(page.length)
    yield page
  }
}

function toLinkFilter({ createdFrom, createdTo, ...filter }: StoredFilter): LinkFilterArgs {
  return { ...filter, createdFrom: toDate(createdFrom), createdTo: toDate(createdTo) }
}

function toClickFilter(stored: ClickExportSelection['filter']): ClickFilter {
  return Object.assign(new ClickFilter(), stored, { from: toDate(stored?.from), to: toDate(stored?.to) })
}

function toDate(text: unknown): Date | null {
  return typeof text === 'string' ? new Date(text) : null
}
