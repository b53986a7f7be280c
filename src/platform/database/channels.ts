import pg from 'pg'
import type { DatabasePlace } from '../../config.ts'
import type { Logger } from '../shared/logger.ts'
import { DatabaseUnavailable } from './database.errors.ts'
import type { Orm } from './database.ts'
import { getPool } from './native-client.ts'

/** Callbacks for one channel. */
export interface ChannelListener {
  /** A transaction with this notification was committed. */
  onNotification(payload: string): void
  /** Notifications may have been missed: the connection was lost, or another one has just been opened. */
  onGap(): void
  /** Called before each check. The result is called when it succeeds: all that was sent before has then arrived. */
  onHeartbeat?(): () => void
}

/** Interval of the checks whether notifications arrive. */
export const channelHeartbeatMs = 500

const maxReconnectDelayMs = 5_000

/**
 * The channels of the database to which this process listens, all on one connection. LISTEN does not repeat what was sent
 * while the connection was down, so `onGap` is called after every lost connection.
 */
export abstract class DatabaseChannels {
  private readonly listeners = new Map<string, Set<ChannelListener>>()

  static async open(options: {
    readonly place: DatabasePlace
    readonly orm: Orm
    readonly log: Pick<Logger, 'warn'>
  }): Promise<DatabaseChannels> {
    const { place, orm, log } = options
    return place.kind === 'server'
      ? ServerChannels.connect(place.url, log)
      : EmbeddedChannels.attach(await getPool(orm))
  }

  /** Resolves when the channel is open, with a function that removes the listener. */
  async listen(channel: string, listener: ChannelListener): Promise<() => void> {
    const ofChannel = this.listeners.get(channel) ?? new Set()
    this.listeners.set(channel, ofChannel.add(listener))
    await this.startListening(channel)
    return () => {
      ofChannel.delete(listener)
    }
  }

  /** Runs a statement on the connection that listens. All notifications that were sent before have arrived before its result. */
  abstract query<T extends object>(sql: string): Promise<T[]>

  abstract close(): Promise<void>

  protected abstract startListening(channel: string): Promise<void>

  protected get channels(): string[] {
    return [...this.listeners.keys()]
  }

  protected notify({ channel, payload = '' }: pg.Notification): void {
    for (const listener of this.listeners.get(channel) ?? []) listener.onNotification(payload)
  }

  protected reportGap(): void {
    for (const listener of this.allListeners()) listener.onGap()
  }

  protected startHeartbeat(): () => void {
    const acknowledgements = this.allListeners().map((listener) => listener.onHeartbeat?.())
    return () => {
      for (const acknowledge of acknowledgements) acknowledge?.()
    }
  }

  private allListeners(): ChannelListener[] {
    return [...this.listeners.values()].flatMap((listeners) => [...listeners])
  }
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
  await listenTo(client, [channel])
}

/** Calls the driver's own method. The method of a subclass would stop with the request that opened the connection. */
async function listenTo(client: pg.ClientBase, channels: readonly string[]): Promise<void> {
  const query: (text: string) => Promise<unknown> = pg.Client.prototype.query
  for (const channel of channels) await query.call(client, `listen ${client.escapeIdentifier(channel)}`)
}

/** The only connection of the embedded database listens too, and so does each connection that replaces it. */
class EmbeddedChannels extends DatabaseChannels {
  /** The embedded database notifies before the change is answered, so the check always succeeds. */
  private readonly timer = setInterval(() => this.startHeartbeat()(), channelHeartbeatMs).unref()
  private isClosed = false

  private constructor(private readonly pool: pg.Pool) {
    super()
  }

  static async attach(pool: pg.Pool): Promise<DatabaseChannels> {
    const channels = new EmbeddedChannels(pool)
    const client = await pool.connect()
    channels.receiveFrom(client)
    client.release()
    const { onConnect } = pool.options
    // The pool waits for this, so no statement of the first holder is sent meanwhile.
    pool.options.onConnect = async (connected) => {
      await onConnect?.(connected)
      await channels.listenAgain(connected)
    }
    return channels
  }

  async query<T extends object>(sql: string): Promise<T[]> {
    return (await this.pool.query(sql)).rows as T[]
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearInterval(this.timer)
  }

  /** Waits for an open transaction, whose rollback would end the listening. */
  protected async startListening(channel: string): Promise<void> {
    const client = await this.pool.connect()
    await listenTo(client, [channel]).finally(() => client.release())
  }

  private async listenAgain(client: pg.ClientBase): Promise<void> {
    if (this.isClosed) return
    this.receiveFrom(client)
    await listenTo(client, this.channels)
    this.reportGap()
  }

  private receiveFrom(client: pg.ClientBase): void {
    client.on('notification', (message) => {
      if (!this.isClosed) this.notify(message)
    })
  }
}

/** Uses a connection of its own, because a pool would give the listening connection to other requests. */
class ServerChannels extends DatabaseChannels {
  private client: pg.Client | undefined
  private timer: NodeJS.Timeout | undefined
  /** The last statement of the connection, which runs one after the other. */
  private sent: Promise<unknown> = Promise.resolve()
  private failedAttempts = 0
  private isClosed = false

  private constructor(
    private readonly url: string,
    private readonly log: Pick<Logger, 'warn'>,
  ) {
    super()
  }

  static async connect(url: string, log: Pick<Logger, 'warn'>): Promise<DatabaseChannels> {
    const channels = new ServerChannels(url, log)
    await channels.openConnection()
    return channels
  }

  /** Throws `DatabaseUnavailable` while the connection is lost. */
  async query<T extends object>(sql: string): Promise<T[]> {
    if (!this.client) throw new DatabaseUnavailable()
    return (await this.send(this.client, sql)).rows as T[]
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    await this.client?.end().catch(() => undefined)
  }

  /** While the connection is lost, the next one listens. */
  protected async startListening(channel: string): Promise<void> {
    const { client } = this
    if (!client) return
    const listening = this.send(client, `listen ${client.escapeIdentifier(channel)}`)
    await listening.catch((error: unknown) => this.handleConnectionLoss(client, error))
  }

  private async openConnection(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'tack channels',
      connectionTimeoutMillis: 2_000,
      query_timeout: 5_000,
      keepAlive: true,
    })
    client.on('error', (err) => this.handleConnectionLoss(client, err))
    client.on('end', () => this.handleConnectionLoss(client))
    client.on('notification', (message) => this.notify(message))
    try {
      await client.connect()
      await listenTo(client, this.channels)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    // From here on connection losses are handled by this class; earlier errors were thrown to the caller.
    this.client = client
    this.sent = Promise.resolve()
    if (this.isClosed) {
      client.end().catch(() => undefined)
      return
    }
    this.failedAttempts = 0
    this.reportGap()
    this.scheduleHeartbeat(client)
  }

  /** A connection can end without any packet; only a query shows it. */
  private scheduleHeartbeat(client: pg.Client): void {
    this.timer = setTimeout(() => {
      const acknowledge = this.startHeartbeat()
      const { channels } = this
      // Checks the channels as well: a proxy may have replaced the connection with one that does not listen.
      const heartbeat = 'select from pg_listening_channels() as channel where channel = any($1)'
      this.send(client, heartbeat, [channels]).then(
        ({ rowCount }) => {
          if (this.client !== client) return
          if (rowCount !== channels.length) return this.handleConnectionLoss(client)
          acknowledge()
          this.scheduleHeartbeat(client)
        },
        (err: unknown) => this.handleConnectionLoss(client, err),
      )
    }, channelHeartbeatMs).unref()
  }

  private send(client: pg.Client, sql: string, values: unknown[] = []): Promise<pg.QueryResult> {
    const result = this.sent.then(() => client.query(sql, values))
    this.sent = result.catch(() => undefined)
    return result
  }

  private handleConnectionLoss(client: pg.Client, err?: unknown): void {
    if (this.isClosed || this.client !== client) return
    this.client = undefined
    clearTimeout(this.timer)
    this.log.warn({ err }, 'the connection for database notifications was lost; reconnecting')
    this.reportGap()
    client.end().catch(() => undefined)
    this.scheduleReconnect()
  }

  private scheduleReconnect(): void {
    const delayMs = Math.min(100 * 2 ** this.failedAttempts++, maxReconnectDelayMs)
    this.timer = setTimeout(() => {
      if (this.isClosed) return
      this.openConnection().catch(() => this.isClosed || this.scheduleReconnect())
    }, delayMs).unref()
  }
}
