import type {
  ArchiveContents,
  ArchiveFile,
  ArchivePart,
  ArchiveSource,
} from '../../../../platform/jobs/archive-part.ts'
import { Link } from '../../../publishing/links/index.ts'
import { Click } from '../click.entity.ts'
import type { ClickReader } from '../store/click-store.ts'
import { clickWriters } from './click-export.service.ts'

/** Clicks of one file: a file in a ZIP file has less than 4 GB. */
const maxClicksPerFile = 1_000_000

/** Links whose days are counted in one statement. On the embedded database, requests wait for it. */
const linksPerPage = 20

const clicksPart = {
  of: 'workspace',
  name: 'clicks.csv',
  about: 'Every single click that is stored. Another million is in clicks-2.csv, and so on.',
  readsFrom: [Click],
} as const satisfies ArchivePart

const daysPart = {
  of: 'workspace',
  name: 'click-days.json',
  about: 'Clicks, clicks by bots and visitors of each link and day (UTC), also of clicks that were deleted.',
  readsFrom: ['click_rollup'],
} as const satisfies ArchivePart

/** The clicks of the links of a workspace, for an archive. */
export const clickArchiveParts: readonly ArchivePart[] = [clicksPart, daysPart]

export function addArchiveContents(contents: ArchiveContents, store: ClickReader): void {
  contents.set(clicksPart.name, { files: (source) => readClickFiles(store, source) })
  contents.set(daysPart.name, { pages: (source) => readClickDays(store, source) })
}

async function* readClickFiles(store: ClickReader, { em, id }: ArchiveSource): AsyncGenerator<ArchiveFile> {
  const scope = { workspaceIds: [id], urlIds: null, includesViews: true }
  const pages = store.scan(em, { scope, range: { from: null, to: null }, filters: {}, includeBots: true })
  let page = await pages.next()
  async function* readFile() {
    for (let count = 0; !page.done && count < maxClicksPerFile; page = await pages.next()) {
      count += page.value.length
      yield page.value
    }
  }
  for (let number = 1; number === 1 || !page.done; number++) {
    const name = number === 1 ? 'clicks.csv' : `clicks-${number}.csv`
    yield { name, content: clickWriters.csv.write(readFile(), { bom: false }) }
  }
}

/** The clicks of a link on a UTC day. */
interface ClickDay {
  readonly link: string
  readonly day: string
  readonly clicks: number
  readonly botClicks: number
  readonly visitors: number
}

async function* readClickDays(store: ClickReader, { em, id }: ArchiveSource): AsyncGenerator<readonly ClickDay[]> {
  const options = { orderBy: { id: 'asc' }, limit: linksPerPage, fields: ['id'], disableIdentityMap: true } as const
  for (let last = ''; ; ) {
    const links = await em.find(Link, { workspace: id, id: { $gt: last } }, options)
    const urlIds = links.map((link) => link.id)
    const counts = await store.countLinks(em, { urlIds, periods: null, by: 'day', dimension: null, minClicks: 1 })
    yield urlIds.flatMap((link) =>
      (counts.get(link) ?? [])
        .map(({ at, value: _, ...count }) => ({ link, day: (at as Date).toISOString().slice(0, 10), ...count }))
        .toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    )
    if (links.length < linksPerPage) return
    last = urlIds.at(-1) ?? ''
  }
}
