import type { Logger } from '../../../../platform/shared/logger.ts'
import type { JournalPlace } from './journal-folder.ts'
import { findOtherJournals } from './journal-place.ts'

/** Watches for journals that were left by processes with another database. */
export class OtherJournals {
  private bytesByName: ReadonlyMap<string, number> = new Map()

  constructor(
    private readonly place: JournalPlace,
    private readonly log: Pick<Logger, 'warn'>,
  ) {}

  /** The size of the journals at the last look. */
  get bytes(): number {
    return [...this.bytesByName.values()].reduce((sum, bytes) => sum + bytes, 0)
  }

  /** Looks for such journals, and logs each new one. */
  async find(): Promise<void> {
    const found = await findOtherJournals(this.place)
    for (const { name, bytes } of found.filter((each) => !this.bytesByName.has(each.name)))
      this.log.warn(
        { journal: name, bytes },
        `clicks of another database wait in its journal. If this database is its copy, run: admin take-over-journal ${name}`,
      )
    this.bytesByName = new Map(found.map(({ name, bytes }) => [name, bytes]))
  }
}
