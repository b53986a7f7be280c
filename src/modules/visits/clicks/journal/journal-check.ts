import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type DoctorCheck, ok, problem, warning } from '../../../../platform/doctor/doctor.ts'
import { findSegments } from './journal-folder.ts'
import { findJournalPlace, findOtherJournals, journalsFolder } from './journal-place.ts'

/** A click is in the database within a second when all is well. */
const lateMs = 60_000

/** Looks at the files of clicks that wait for the database. */
export const journalCheck: DoctorCheck = {
  name: 'journal',
  async run({ settings, query, now }) {
    if (settings.database.kind === 'memory') return [ok('DATABASE_URL=memory:// keeps no journal.')]
    // Without the database its id is not known, and every journal may be of it.
    const [row] = query ? await query<{ id: string }>('select id from database_identity').catch(() => []) : []
    const place = await findJournalPlace(settings, row?.id ?? '')
    const folder = row ? place.root : join(settings.dataFolder, journalsFolder)
    const segments = await findSegments(folder).catch(() => [])
    const files = await Promise.all(segments.map((path) => stat(path).catch(() => null)))
    const waiting = files.filter((file) => file !== null && file.size > 0)
    const oldestMs = Math.max(0, ...waiting.map((file) => now().getTime() - (file?.mtimeMs ?? 0)))
    const findings =
      oldestMs > lateMs
        ? [
            problem(
              `Clicks have waited for the database for ${Math.round(oldestMs / 1_000)} s. Start the service on this folder, and look at its log.`,
            ),
          ]
        : [ok(`${waiting.length} files of clicks wait for the database.`)]
    const others = row ? await findOtherJournals(place) : []
    return [
      ...findings,
      ...others.map(({ name, bytes }) =>
        warning(
          `${bytes} bytes of clicks wait for another database. Hand them over: npm run admin -- take-over-journal ${name}`,
        ),
      ),
    ]
  },
}
