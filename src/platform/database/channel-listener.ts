import pg from 'pg'
import type { DatabasePlace } from '../../config.ts'
import type { Logger } from '../shared/logger.ts'
import type { Orm } from './database.ts'
import { getPool } from './native-client.ts'

/** Callbacks for one channel. */
export interface ChannelListener {
  /** Interval of the connection checks; by default a second. */
  readonly heartbeatMs?: number
  /** A transaction with this notification was committed. */
  onNotification(payload: string): void
  /** Notifications may have been missed: the connection was lost or has just been opened. */
  onGap(): void
  /** Called before each check. The result is called when it succeeds: all that was sent before has then arrived. */
  onHeartbeat?(): () => void
}

/** Several listeners to one channel, for one connection. */
export function combineListeners(...listeners: readonly ChannelListener[]): ChannelListener {
  return {
    onNotification: (payload) => {
      for (const listener of listeners) listener.onNotification(payload)
    },
    onGap: () => {
      for (const listener of listeners) listener.onGap()
    },
    onHeartbeat: () => {
      const acknowledgements = listeners.map((listener) => listener.onHeartbeat?.())
      return () => {
        for (const acknowledge of acknowledgements) acknowledge?.()
      }
    },
  }
}

const defaultHeartbeatMs = 1_000
const maxReconnectDelayMs = 5_000

/**
 * Listens to one channel of the database. LISTEN does not repeat what was sent while the connection was down, so
 * `onGap` is called after every lost connection. Resolves when the channel is open, with a function that stops
 * listening.
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
  return listenToEmbeddedDatabase(await getPool(orm), channel, listener)
}

/**
 * Lets a connection of a pool listen too, in `onConnect` of the pool. PostgreSQL gives a transaction's own notifications to
 * its connection before it answers the commit, so a node knows of its own changes before their callers do.
 */
export async function listenOnConnection(
  client: pg.ClientBase,
  channel: string,
  listener: Pick<ChannelListener, 'onNotification'>,
): Promise<void> {
  client.on('notification', (message) => {
    if (message.channel === channel) listener.onNotification(message.payload ?? '')
  })
  // The method of the driver, because a subclass would stop with the request for which the connection is opened.
  const query: (text: string) => Promise<unknown> = pg.Client.prototype.query
  await query.call(client, `listen ${client.escapeIdentifier(channel)}`)
}

/** The only connection of the embedded database listens too, and so does the one after it. */
async function listenToEmbeddedDatabase(
  pool: pg.Pool,
  channel: string,
  listener: ChannelListener,
): Promise<() => Promise<void>> {
  let isClosed = false
  const listen = async (client: pg.PoolClient) => {
    client.on('notification', (message) => {
      if (message.channel === channel && !isClosed) listener.onNotification(message.payload ?? '')
    })
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
  }
  const listenAgain = (client: pg.PoolClient) => {
    // When this fails, the connection is lost and another one is opened.
    void listen(client).catch(() => undefined)
    listener.onGap()
  }
  const client = await pool.connect()
  await listen(client).finally(() => client.release())
  pool.on('connect', listenAgain)
  // The embedded database notifies before the change is answered, so the check always succeeds.
  const timer = setInterval(() => listener.onHeartbeat?.()(), listener.heartbeatMs ?? defaultHeartbeatMs).unref()
  return async () => {
    isClosed = true
    clearInterval(timer)
    pool.off('connect', listenAgain)
  }
}

/** Uses a connection of its own, because a pool would give the listening connection to other requests. */
class ListenerConnection {
  private client: pg.Client | undefined
  private timer: NodeJS.Timeout | undefined
  private failedAttempts = 0
  private isClosed = false

  constructor(
    private readonly url: string,
    private readonly channel: string,
    private readonly listener: ChannelListener,
    private readonly log: Pick<Logger, 'warn'>,
  ) {}

  async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'tack listener',
      connectionTimeoutMillis: 2_000,
      query_timeout: 5_000,
      keepAlive: true,
    })
    client.on('error', (err) => this.handleConnectionLoss(client, err))
    client.on('end', () => this.handleConnectionLoss(client))
    client.on('notification', ({ payload = '' }) => this.listener.onNotification(payload))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(this.channel)}`)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    // From here on connection losses are handled by this class; earlier errors were thrown to the caller.
    this.client = client
    if (this.isClosed) return void client.end().catch(() => undefined)
    this.failedAttempts = 0
    this.listener.onGap()
    this.scheduleHeartbeat(client)
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    await this.client?.end().catch(() => undefined)
  }

  /** A connection can end without any packet; only a query shows it. */
  private scheduleHeartbeat(client: pg.Client): void {
    this.timer = setTimeout(() => {
      const acknowledge = this.listener.onHeartbeat?.()
      // Checks the channel as well: a proxy may have replaced the connection with one that does not listen.
      client.query('select from pg_listening_channels() as channel where channel = $1', [this.channel]).then(
        ({ rowCount }) => {
          if (this.client !== client) return
          if (rowCount === 0) return this.handleConnectionLoss(client)
          acknowledge?.()
          this.scheduleHeartbeat(client)
        },
        (err: unknown) => this.handleConnectionLoss(client, err),
      )
    }, this.listener.heartbeatMs ?? defaultHeartbeatMs).unref()
  }

  private handleConnectionLoss(client: pg.Client, err?: unknown): void {
    if (this.isClosed || this.client !== client) return
    this.client = undefined
    clearTimeout(this.timer)
    this.log.warn({ err }, 'the connection for database notifications was lost; reconnecting')
    this.listener.onGap()
    client.end().catch(() => undefined)
    this.scheduleReconnect()
  }

  private scheduleReconnect(): void {
    const delayMs = Math.min(100 * 2 ** this.failedAttempts++, maxReconnectDelayMs)
    this.timer = setTimeout(() => {
      if (this.isClosed) return
      this.open().catch(() => this.isClosed || this.scheduleReconnect())
    }, delayMs).unref()
  }
}
