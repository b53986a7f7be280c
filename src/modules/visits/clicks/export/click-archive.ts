import type { ArchiveFile, ArchivePart, ArchiveSource } from '../../../../platform/jobs/archive-part.ts'
import { Click } from '../click.entity.ts'
import { readClickDays, readClicks } from '../store/postgres/listing/click-export.queries.ts'
import { clickWriters } from './click-export.service.ts'

/** Clicks of one file: a file in a ZIP file has less than 4 GB. */
const maxClicksPerFile = 1_000_000

/** The clicks of the links of a workspace, for an archive. */
export const clickArchiveParts: readonly ArchivePart[] = [
  {
    of: 'workspace',
    name: 'clicks.csv',
    about: 'Every single click that is stored. Another million is in clicks-2.csv, and so on.',
    readsFrom: [Click],
    content: { files: readClickFiles },
  },
  {
    of: 'workspace',
    name: 'click-days.json',
    about: 'Clicks, clicks by bots and visitors of each link and day (UTC), also of clicks that were deleted.',
    readsFrom: ['click_rollup'],
    content: { pages: ({ em, id }) => readClickDays(em, id) },
  },
]

async function* readClickFiles({ em, id }: ArchiveSource): AsyncGenerator<ArchiveFile> {
  const scope = { workspaceIds: [id], urlIds: null, includesViews: true }
  const pages = readClicks(em, scope, { sql: 'true', values: [] })
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
