import { setTimeout as pause } from 'node:timers/promises'
import type { EntityManager, Orm } from '../../database/open.ts'
import { isOutOfReach } from '../../database/out.of.reach.ts'
import { quietly } from '../../database/quiet.ts'
import { Mailbox } from '../../graphql/live/mailbox.ts'
import { LinkNotFound } from '../../links/index.ts'
import { readSettled, type WrittenClick } from './settled.ts'
import { Snapshot } from './snapshot.ts'

interface Log {
  error(details: object, message: string): void
}

export interface FeedParts {
  readonly orm: Orm
  readonly log: Log
  /** Ends the subscriptions of those whose credential holds no longer; see `LiveCredentials`. */
  readonly checkCredentials: () => Promise<void>
}

/** Whose clicks somebody listens to: those of one link, or of all links of the account. */
export interface Listening {
  readonly ownerId: string
  readonly urlId: string | null
  readonly includeBots: boolean
}

interface Listener extends Listening {
  readonly mailbox: Mailbox<WrittenClick>
  readonly since: Snapshot
  /** The first transaction whose clicks were not handed over. */
  from: bigint
}

const everyMs = 500

/** How long a round waits for who has more before him than may wait; what comes at once is not what makes him slow. */
const patienceMs = 1_000

const lookMs = 10

/**
 * Hands new clicks to those who listen, whichever node wrote them. It asks the database every half second, once for all
 * listeners of the process, and not at all while there are none: to announce each click would halve what can be written
 * (docs/decisions/live-clicks.md).
 */
export class ClickFeed {
  readonly #parts: FeedParts
  readonly #listeners = new Set<Listener>()
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isClosed = false

  constructor(parts: FeedParts) {
    this.#parts = parts
  }

  /**
   * All clicks whose recording has not ended when this is called, each once and in the order of their recording. Throws
   * `LinkNotFound` for an unknown link and for another's, at once and when it is deleted later.
   */
  async listen(listening: Listening): Promise<Mailbox<WrittenClick>> {
    const since = await this.#begin(listening)
    const mailbox = new Mailbox<WrittenClick>(() => this.#listeners.delete(listener))
    const listener: Listener = { ...listening, mailbox, since, from: since.xmin }
    this.#listeners.add(listener)
    this.#plan(everyMs)
    return mailbox
  }

  /** Asks no more. To be called when nobody listens any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#running
  }

  async #begin({ ownerId, urlId }: Listening): Promise<Snapshot> {
    const [begin] = await this.#em().execute<{ snapshot: string; isThere: boolean }[]>(
      `select pg_current_snapshot()::text as snapshot,
              ?::text is null or exists (select 1 from link where id = ? and owner_id = ?) as "isThere"`,
      [urlId, urlId, ownerId],
    )
    if (!begin?.isThere) throw new LinkNotFound()
    return new Snapshot(begin.snapshot)
  }

  /** Does nothing while a round is planned or under way: each plans the next one. */
  #plan(ms: number): void {
    if (this.#isClosed) return
    this.#timer ??= setTimeout(() => {
      this.#running = this.#round().finally(() => {
        this.#running = undefined
      })
    }, ms).unref()
  }

  async #round(): Promise<void> {
    let isMore = false
    try {
      isMore = await this.#deliver()
    } catch (err) {
      // While the database is away nothing is recorded in it either; what is there later is delivered then.
      if (!isOutOfReach(err)) this.#parts.log.error({ err }, 'new clicks could not be read; trying again')
    }
    this.#timer = undefined
    if (this.#listeners.size > 0) this.#plan(isMore ? 0 : everyMs)
  }

  /** Whether there are more to deliver at once. */
  async #deliver(): Promise<boolean> {
    const listeners = [...this.#listeners]
    if (listeners.length === 0) return false
    const from = listeners.reduce((least, each) => (each.from < least ? each.from : least), listeners[0]?.from ?? 0n)
    const urlIds = [...new Set(listeners.flatMap(({ urlId }) => urlId ?? []))]
    const ownerIds = [...new Set(listeners.flatMap(({ urlId, ownerId }) => (urlId === null ? ownerId : [])))]
    const settled = await readSettled(this.#em(), from, { urlIds, ownerIds })
    // After the clicks were read: so none reaches a credential that was revoked before it was recorded. And an account
    // that is gone took its links along, which is not what is to be told.
    const isGone = urlIds.some((urlId) => !settled.urlIds.has(urlId))
    if (isGone || settled.clicks.length > 0) await this.#parts.checkCredentials()
    const handing = listeners.map(async (listener) => {
      const { urlId, mailbox } = listener
      if (urlId !== null && !settled.urlIds.has(urlId)) mailbox.fail(new LinkNotFound())
      const theirs = settled.clicks.filter((click) => concerns(click, listener))
      if (settled.upto > listener.from) listener.from = settled.upto
      await hand(theirs, mailbox)
    })
    await Promise.all(handing)
    return settled.isCut
  }

  #em(): EntityManager {
    return this.#parts.orm.em.fork(quietly())
  }
}

/** Who reads is given the time to. Who does not is ended by the mailbox. */
async function hand(clicks: readonly WrittenClick[], mailbox: Mailbox<WrittenClick>): Promise<void> {
  let waited = 0
  for (const click of clicks) {
    for (; mailbox.isFull && waited < patienceMs; waited += lookMs) await pause(lookMs)
    mailbox.put(click)
  }
}

function concerns(click: WrittenClick, { ownerId, urlId, includeBots, since, from }: Listener): boolean {
  const isOfTheirs = click.owner_id === ownerId && (urlId === null || click.url_id === urlId)
  const isNew = BigInt(click.tx) >= from && since.precedes(click.tx)
  return isOfTheirs && isNew && (includeBots || !click.is_bot)
}
