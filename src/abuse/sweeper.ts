import type { Clock } from '../base/clock.ts'
import type { Orm } from '../database/open.ts'
import type { Events } from '../events/events.ts'
import type { Routes } from '../links/index.ts'
import { type SweptEntry, sweepStep } from './sweep.ts'

interface Log {
  error(details: object, message: string): void
}

export interface SweeperParts {
  readonly orm: Orm
  readonly routes: Routes
  readonly events: Events
  readonly clock: Clock
  readonly log: Log
}

const hourMs = 3600 * 1000

/** Every entry is gone through again after this long, so once a day whatever the hour of the day is. */
const staleMs = 20 * hourMs

/** How long reports are kept after they were settled. They may hold an address and what a person wrote. */
const keptMs = 90 * 24 * hourMs

/**
 * Brings the links in line with the block list, in the background and a step at a time. Any number of nodes may do so:
 * each takes an entry nobody is at, and goes on where the last one stopped.
 */
export class BlockSweeper {
  readonly #parts: SweeperParts
  #running: Promise<void> | undefined
  #isAsked = false
  #closed = false

  constructor(parts: SweeperParts) {
    this.#parts = parts
  }

  /** Has what is left to do done, soon. */
  nudge(): void {
    this.#isAsked = true
    if (!this.#closed) this.#running ??= this.#run()
  }

  /** Resolves when nothing is left to do. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  /** What is due once a day: old reports go, and every entry is gone through again. */
  async keepHouse(): Promise<void> {
    const { orm, clock } = this.#parts
    const settledBefore = new Date(clock.now().getTime() - keptMs)
    await orm.em.fork().execute('delete from abuse_report where settled_at < ?', [settledBefore])
    this.nudge()
  }

  /** Lets the step that runs come to its end, and begins no other. */
  async close(): Promise<void> {
    this.#closed = true
    await this.idle()
  }

  async #run(): Promise<void> {
    try {
      while (this.#isAsked && !this.#closed) {
        this.#isAsked = false
        while (!this.#closed && (await this.#step()));
      }
    } catch (err) {
      this.#parts.log.error({ err }, 'a sweep of the block list failed; the next one goes on')
    } finally {
      this.#running = undefined
    }
  }

  /** One step of one entry; false when no entry has any left. */
  async #step(): Promise<boolean> {
    const { orm, clock, routes, events } = this.#parts
    const now = clock.now()
    const codes = await orm.em.fork(quietly()).transactional(async (em) => {
      const [entry] = await em.execute<SweptEntry[]>(
        `select id, pattern, reason, removed_at, swept_to from blocked_destination
          where removed_at is not null or swept_at is null or swept_at < ?
          order by swept_at nulls first, id limit 1 for no key update skip locked`,
        [new Date(now.getTime() - staleMs)],
        'all',
        quietly().loggerContext,
      )
      return entry && sweepStep(em, entry, { events, now })
    }, quietly())
    for (const code of codes ?? []) routes.heard(code.toLowerCase())
    return codes !== undefined
  }
}

/** Nobody's request asks for it, so that it has something to do is looked for without a word. */
function quietly() {
  return { loggerContext: { enabled: false } }
}
