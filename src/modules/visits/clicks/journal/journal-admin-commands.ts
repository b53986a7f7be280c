import type { AdminCommand } from '../../../../platform/admin-command.ts'
import { identifyDatabase } from '../../../../platform/database/database-identity.ts'
import { findJournalPlace, moveOtherJournal } from './journal-place.ts'

/** Moves the clicks that wait for a database to a copy of this database. */
export const journalAdminCommands: readonly AdminCommand[] = [
  {
    name: 'take-over-journal',
    parameters: ['id of the former database'],
    async run({ em, settings }, name = '') {
      const place = await findJournalPlace(settings, await identifyDatabase(em))
      const moved = await moveOtherJournal(place, name)
      if (!moved) return { text: 'No journal of this name has clicks that wait.', isDone: false }
      const text = `${moved.bytes} bytes of clicks wait for this database now. The service writes them within 30 seconds.`
      return { text, isDone: true }
    },
  },
]
