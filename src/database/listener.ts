import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { DatabasePlace } from '../config.ts'
import type { Orm } from './open.ts'

/** What a listener tells of its channel. */
export interface Hearer {
  /** A transaction with this notification has been committed. */
  heard(payload: string): void
  /** Notifications may have been missed: the connection was lost, or has just been made anew. */
  missed(): void
  /** The channel is being asked whether it is there; once what is returned is called, all sent until now was heard. */
  asked?(): () => void
}

interface Log {
  warn(details: object, message: string): void
}

/** How often the channel is asked whether it is there. */
const heartbeatMs = 1_000
const longestPauseMs = 5_000

/**
 * Listens to one channel of the database for as long as the process lives. LISTEN repeats nothing that was sent while
 * nobody listened, so after every lost connection the hearer is told that it may have missed something. Resolves with
 * what ends it once the channel is open for the first time.
 */
export async function listen(
  { place, orm, log }: { place: DatabasePlace; orm: Orm; log: Log },
  channel: string,
  hearer: Hearer,
): Promise<() => Promise<void>> {
  if (place.kind === 'server') {
    const listener = new ServerListener(place.url, channel, hearer, log)
    await listener.open()
    return () => listener.close()
  }
  const pglite = (await orm.em.getConnection().getNativeClient()) as unknown as PGlite
  const stop = await pglite.listen(channel, (payload) => hearer.heard(payload))
  // Part of this process, it tells before whoever changed something is answered.
  const timer = setInterval(() => hearer.asked?.()(), heartbeatMs).unref()
  return async () => {
    clearInterval(timer)
    if (!pglite.closed) await stop()
  }
}

/** A connection of its own, because a pool hands the connection that listens to somebody else. */
class ServerListener {
  readonly #url: string
  readonly #channel: string
  readonly #hearer: Hearer
  readonly #log: Log
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #failures = 0
  #closed = false

  constructor(url: string, channel: string, hearer: Hearer, log: Log) {
    this.#url = url
    this.#channel = channel
    this.#hearer = hearer
    this.#log = log
  }

  async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'tack listener',
      connectionTimeoutMillis: 2_000,
      query_timeout: 5_000,
      keepAlive: true,
    })
    client.on('error', (err) => this.#lose(client, err))
    client.on('end', () => this.#lose(client))
    client.on('notification', ({ payload = '' }) => this.#hearer.heard(payload))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(this.#channel)}`)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    // Until here whoever opens it hears of its end; from here on whoever listens.
    this.#client = client
    if (this.#closed) return void client.end().catch(() => undefined)
    this.#failures = 0
    this.#hearer.missed()
    this.#beat(client)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#client?.end().catch(() => undefined)
  }

  /** A connection whose other end is gone without a word is only noticed by asking. */
  #beat(client: pg.Client): void {
    this.#timer = setTimeout(() => {
      const answered = this.#hearer.asked?.()
      // Not only whether it is there: what stands between may have put another connection in its place.
      client.query('select from pg_listening_channels() as channel where channel = $1', [this.#channel]).then(
        ({ rowCount }) => {
          if (this.#client !== client) return
          if (rowCount === 0) return this.#lose(client)
          answered?.()
          this.#beat(client)
        },
        (err: unknown) => this.#lose(client, err),
      )
    }, heartbeatMs).unref()
  }

  #lose(client: pg.Client, err?: unknown): void {
    if (this.#closed || this.#client !== client) return
    this.#client = undefined
    clearTimeout(this.#timer)
    this.#log.warn({ err }, 'the database no longer notifies; connecting anew')
    this.#hearer.missed()
    client.end().catch(() => undefined)
    this.#reopen()
  }

  #reopen(): void {
    const pauseMs = Math.min(100 * 2 ** this.#failures++, longestPauseMs)
    this.#timer = setTimeout(() => {
      if (this.#closed) return
      this.open().catch(() => this.#closed || this.#reopen())
    }, pauseMs).unref()
  }
}
