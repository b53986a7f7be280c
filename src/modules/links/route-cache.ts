import DataLoader from 'dataloader'
import type { ChannelListener } from '../../platform/database/channel-listener.ts'
import type { NativeClient } from '../../platform/database/native-client.ts'
import type { Clock } from '../../platform/shared/clock.ts'
import { withTimeout } from '../../platform/shared/timeout.ts'
import { type Route, readRoutes } from './route.queries.ts'

/** The channel on which the database names the key of every route that was changed. */
export const routeChannel = 'tack_route'

interface CacheEntry {
  readonly route: Route
  readonly readAt: number
  /** How often changes may have been missed before it was read. */
  readonly generation: number
}

export interface RouteCacheOptions {
  /** How long a route is given out on its own word: since it was read, or since every change until then was heard. */
  readonly ttlMs?: number
  /** How long a route is given out without another look at the database, however well its changes are heard. */
  readonly maxAgeMs?: number
  /** How long nobody asks again for a code that was unknown. Nothing announces a new code. */
  readonly unknownKeyTtlMs?: number
  /** How long an unlimited route outlives its time while the database does not answer. */
  readonly staleIfErrorMs?: number
  /** How long a reading is waited for where a route that outlived its time could be given. */
  readonly readTimeoutMs?: number
  readonly maxRoutes?: number
  readonly maxUnknownKeys?: number
}

/** Routes that are read at once. */
const readBatchSize = 100

/**
 * The routes of this process, kept in memory. One that was changed is forgotten at once on the node that changed it, and
 * on the others when they hear of it; whoever asks after that gets what the database says now. Of many who ask for one
 * code at the same time, one asks the database.
 */
export class RouteCache implements ChannelListener {
  /** In the order in which they were read, so that the first are the oldest. */
  readonly #entries = new Map<string, CacheEntry>()
  readonly #unknownKeys = new Map<string, number>()
  readonly #pendingReads = new Map<string, Promise<Route | null>>()
  /** Reads together what is asked for in one turn of the event loop; what one reading found is not its to keep. */
  readonly #loader: DataLoader<string, Route | null>
  readonly #clock: Clock
  readonly #options: Required<RouteCacheOptions>
  #generation = 0
  /** Every change that was committed before has been heard. */
  #changesReceivedUpTo = 0

  constructor(client: NativeClient, clock: Clock, options: RouteCacheOptions = {}) {
    this.#loader = new DataLoader((keys) => readRoutes(client, keys), {
      cache: false,
      maxBatchSize: readBatchSize,
      batchScheduleFn: (read) => setImmediate(read),
    })
    this.#clock = clock
    this.#options = {
      ttlMs: 5_000,
      maxAgeMs: 60_000,
      unknownKeyTtlMs: 1_000,
      staleIfErrorMs: 600_000,
      readTimeoutMs: 500,
      maxRoutes: 50_000,
      maxUnknownKeys: 10_000,
      ...options,
    }
  }

  /** The route of a key, without waiting: undefined when the database has to be asked. */
  getCached(key: string): Route | undefined {
    const entry = this.#entries.get(key)
    if (entry?.generation !== this.#generation) return undefined
    const ageRatio = this.#ageRatio(entry)
    if (ageRatio >= 1) return undefined
    // Read anew in time, so that nobody has to wait for a route that is asked for again and again.
    if (ageRatio >= 0.5 && !this.#pendingReads.has(key)) this.#read(key).catch(() => undefined)
    return entry.route
  }

  /** The route of a key; null when no link answers to it. One with a click limit is read anew each time. */
  async find(key: string): Promise<Route | null> {
    const cached = this.getCached(key)
    if (cached) return cached
    if ((this.#unknownKeys.get(key) ?? 0) > this.#now()) return null
    const staleEntry = this.#entries.get(key)
    const isUsable = staleEntry !== undefined && this.#now() - staleEntry.readAt < this.#options.staleIfErrorMs
    const pendingRead = this.#pendingReads.get(key) ?? this.#read(key)
    if (!isUsable) return pendingRead
    try {
      return await withTimeout(this.#options.readTimeoutMs, pendingRead)
    } catch {
      // A change that was heard of meanwhile has taken the route out.
      return this.#entries.get(key) === staleEntry ? staleEntry.route : pendingRead
    }
  }

  /** Forgets a route that was changed, all for an empty key. Who is just reading it may answer with it; nobody keeps it. */
  onNotification(key: string): void {
    if (key === '') this.onGap()
    this.#entries.delete(key)
    this.#unknownKeys.delete(key)
    this.#pendingReads.delete(key)
  }

  /** As long as changes are heard, a route is as good as when it was read. */
  onHeartbeat(): () => void {
    const [requestedAt, generation] = [this.#now(), this.#generation]
    return () => {
      if (generation === this.#generation) this.#changesReceivedUpTo = requestedAt
    }
  }

  /** Every route is read anew before it is given out; only while the database does not answer, the last one is. */
  onGap(): void {
    this.#generation++
    this.#changesReceivedUpTo = 0
    this.#unknownKeys.clear()
    this.#pendingReads.clear()
  }

  /** How much of its time a route has had; from 1 on it is not given out. */
  #ageRatio({ readAt }: CacheEntry): number {
    const now = this.#now()
    const [ageMs, unconfirmedMs] = [now - readAt, now - Math.max(readAt, this.#changesReceivedUpTo)]
    // The clock was put back: nobody knows how long ago that was.
    if (ageMs < 0 || unconfirmedMs < 0) return 1
    return Math.max(ageMs / this.#options.maxAgeMs, unconfirmedMs / this.#options.ttlMs)
  }

  #read(key: string): Promise<Route | null> {
    const readAt = this.#now()
    const pendingRead: Promise<Route | null> = this.#loader.load(key).then(
      (route) => {
        if (this.#pendingReads.get(key) === pendingRead) this.#store(key, route, readAt)
        return route
      },
      (error: unknown) => {
        if (this.#pendingReads.get(key) === pendingRead) this.#pendingReads.delete(key)
        throw error
      },
    )
    this.#pendingReads.set(key, pendingRead)
    return pendingRead
  }

  #store(key: string, route: Route | null, readAt: number): void {
    this.#pendingReads.delete(key)
    this.#entries.delete(key)
    if (route === null) {
      putBounded(this.#unknownKeys, key, readAt + this.#options.unknownKeyTtlMs, this.#options.maxUnknownKeys)
    } else if (route.clickLimit === null) {
      this.#unknownKeys.delete(key)
      putBounded(this.#entries, key, { route, readAt, generation: this.#generation }, this.#options.maxRoutes)
    }
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}

/** Puts it last, and the oldest out when there is no more room. */
function putBounded<V>(map: Map<string, V>, key: string, value: V, maxSize: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > maxSize && oldest !== undefined) map.delete(oldest)
}
