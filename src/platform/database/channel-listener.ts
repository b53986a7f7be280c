import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import type { DatabasePlace } from '../../config.ts'
import type { Logger } from '../shared/logger.ts'
import type { Orm } from './database.ts'

/** What a listener tells of its channel. */
export interface ChannelListener {
  /** A transaction with this notification has been committed. */
  onNotification(payload: string): void
  /** Notifications may have been missed: the connection was lost, or has just been made anew. */
  onGap(): void
  /** The channel is being asked whether it is there; once what is returned is called, all sent until now was heard. */
  onHeartbeat?(): () => void
}

/** How often the channel is asked whether it is there. */
const heartbeatIntervalMs = 1_000
const maxReconnectDelayMs = 5_000

/**
 * Listens to one channel of the database for as long as the process lives. LISTEN repeats nothing that was sent while
 * nobody listened, so after every lost connection the hearer is told that it may have missed something. Resolves with
 * what ends it once the channel is open for the first time.
 */
export async function listenToChannel(
  { place, orm, log }: { place: DatabasePlace; orm: Orm; log: Pick<Logger, 'warn'> },
  channel: string,
  listener: ChannelListener,
): Promise<() => Promise<void>> {
  if (place.kind === 'server') {
    const connection = new ListenerConnection(place.url, channel, listener, log)
    await connection.open()
    return () => connection.close()
  }
  const pglite = (await orm.em.getConnection().getNativeClient()) as unknown as PGlite
  const stop = await pglite.listen(channel, (payload) => listener.onNotification(payload))
  // Part of this process, it tells before whoever changed something is answered.
  const timer = setInterval(() => listener.onHeartbeat?.()(), heartbeatIntervalMs).unref()
  return async () => {
    clearInterval(timer)
    if (!pglite.closed) await stop()
  }
}

/** A connection of its own, because a pool hands the connection that listens to somebody else. */
class ListenerConnection {
  readonly #url: string
  readonly #channel: string
  readonly #listener: ChannelListener
  readonly #log: Pick<Logger, 'warn'>
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #failedAttempts = 0
  #isClosed = false

  constructor(url: string, channel: string, listener: ChannelListener, log: Pick<Logger, 'warn'>) {
    this.#url = url
    this.#channel = channel
    this.#listener = listener
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
    client.on('error', (err) => this.#handleConnectionLoss(client, err))
    client.on('end', () => this.#handleConnectionLoss(client))
    client.on('notification', ({ payload = '' }) => this.#listener.onNotification(payload))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(this.#channel)}`)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    // Until here whoever opens it hears of its end; from here on whoever listens.
    this.#client = client
    if (this.#isClosed) return void client.end().catch(() => undefined)
    this.#failedAttempts = 0
    this.#listener.onGap()
    this.#scheduleHeartbeat(client)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#client?.end().catch(() => undefined)
  }

  /** A connection whose other end is gone without a word is only noticed by asking. */
  #scheduleHeartbeat(client: pg.Client): void {
    this.#timer = setTimeout(() => {
      const acknowledge = this.#listener.onHeartbeat?.()
      // Not only whether it is there: what stands between may have put another connection in its place.
      client.query('select from pg_listening_channels() as channel where channel = $1', [this.#channel]).then(
        ({ rowCount }) => {
          if (this.#client !== client) return
          if (rowCount === 0) return this.#handleConnectionLoss(client)
          acknowledge?.()
          this.#scheduleHeartbeat(client)
        },
        (err: unknown) => this.#handleConnectionLoss(client, err),
      )
    }, heartbeatIntervalMs).unref()
  }

  #handleConnectionLoss(client: pg.Client, err?: unknown): void {
    if (this.#isClosed || this.#client !== client) return
    this.#client = undefined
    clearTimeout(this.#timer)
    this.#log.warn({ err }, 'the database no longer notifies; connecting anew')
    this.#listener.onGap()
    client.end().catch(() => undefined)
    this.#scheduleReconnect()
  }

  #scheduleReconnect(): void {
    const delayMs = Math.min(100 * 2 ** this.#failedAttempts++, maxReconnectDelayMs)
    this.#timer = setTimeout(() => {
      if (this.#isClosed) return
      this.open().catch(() => this.#isClosed || this.#scheduleReconnect())
    }, delayMs).unref()
  }
}
