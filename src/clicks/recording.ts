import type { Figure } from '../base/figure.ts'
import type { Settings } from '../config.ts'
import type { Reach } from '../database/reach.ts'
import { figuresOf } from './figures.ts'
import { spoolFolder } from './spool/folder.ts'
import { SpoolReplay } from './spool/replay.ts'
import { Spool } from './spool/spool.ts'
import { ClickWriter } from './writer.ts'

interface Log {
  info(details: object, message: string): void
  error(details: object, message: string): void
}

/** How long visitors wait for the server before their clicks go to the spool. The embedded database has no other end. */
const serverPatienceMs = 500

/** What takes clicks to where they stay: the writer, the spool it falls back to, and the replay of that. */
export class Recording {
  readonly writer: ClickWriter
  readonly #spool: Spool
  readonly #replay: SpoolReplay
  readonly #reach: Reach

  constructor(settings: Settings, reach: Reach, log: Log) {
    const { clickDurability: durability, database } = settings
    const atServer = database.kind === 'server' ? { patienceMs: serverPatienceMs, mostUnderWay: 2 } : {}
    this.#reach = reach
    this.#spool = new Spool({ folder: spoolFolder(settings), log })
    this.#replay = new SpoolReplay({ spool: this.#spool, reach, log })
    this.writer = new ClickWriter({ ...{ reach, spool: this.#spool, log, durability }, ...atServer })
    this.#replay.start()
  }

  /** What `/metrics` shows of it. */
  figures(): Figure[] {
    return figuresOf({ writer: this.writer, spool: this.#spool, replay: this.#replay, reach: this.#reach })
  }

  /** Writes what is in memory, to the spool if need be. To be called when no request is under way any more. */
  async close(): Promise<void> {
    await this.writer.flush()
    await this.#replay.stop()
    await this.#spool.close()
  }
}
