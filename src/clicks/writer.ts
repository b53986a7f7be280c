import type { NativeClient } from '../database/native.ts'
import { type ClickRow, writeBatch } from './batch.ts'

interface Waiting {
  readonly click: ClickRow
  readonly resolve: (granted: boolean) => void
  readonly reject: (error: unknown) => void
}

/** Clicks in one statement: more would not be cheaper each, and the first would wait for the last. */
const mostInBatch = 500

/**
 * Writes clicks in groups. Those that come while a group is being written make up the next one, so the more come at
 * once, the fewer transactions each of them costs, and nobody waits for more than two.
 */
export class ClickWriter {
  readonly #client: NativeClient
  #waiting: Waiting[] = []
  #running: Promise<void> | undefined

  constructor(client: NativeClient) {
    this.#client = client
  }

  /** Resolves when the click is in the database: false when it was refused by the limit of its link, or has no link. */
  write(click: ClickRow): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ click, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  /** Resolves when everything that was handed over has been written. */
  async flush(): Promise<void> {
    await this.#running
  }

  async #run(): Promise<void> {
    // Lets those join who come with the same turn of the event loop.
    await new Promise(setImmediate)
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, mostInBatch))
    this.#running = undefined
  }

  async #write(group: readonly Waiting[]): Promise<void> {
    try {
      const refused = await writeBatch(
        this.#client,
        group.map(({ click }) => click),
      )
      group.forEach(({ resolve }, place) => {
        resolve(!refused.has(place))
      })
    } catch (error) {
      const links = [...Map.groupBy(group, ({ click }) => click.url_id).values()]
      // One link that somebody holds locked, or one click that cannot be written, is not to fail those of all the others.
      if (links.length > 1) await Promise.all(links.map((each) => this.#write(each)))
      else for (const { reject } of group) reject(error)
    }
  }
}
