import type { Logger } from '../../../platform/shared/logger.ts'
import { findOtherJournals, type JournalPlace } from './journal-place.ts'

/** Watches the journals that processes have left which used another database. */
export class OtherJournals {
  private bytesByName: ReadonlyMap<string, number> = new Map()

  constructor(
    private readonly place: JournalPlace,
    private readonly log: Pick<Logger, 'warn'>,
  ) {}

  /** Their size when it was looked for last. */
  get bytes(): number {
    return [...this.bytesByName.values()].reduce((sum, bytes) => sum + bytes, 0)
  }

  /** Looks for them, and logs each that is new. */
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
