import DataLoader from 'dataloader'
import type { ChannelListener } from '../../../platform/database/channels.ts'
import type { NativeClient } from '../../../platform/database/native-client.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { cacheReads } from '../../../platform/shared/metrics/cache-metrics.ts'
import { type Clock, minuteMs, secondMs, withTimeout } from '../../../platform/shared/time.ts'
import { type Route, readRoutes } from './route.queries.ts'

/**
 * On this channel the database sends the key of a changed route, or the id of a workspace when all its routes changed.
 */
export const routeChannel = 'tack_route'

interface CacheEntry {
  readonly route: Route
  readonly readAt: number
  /** How many gaps the notifications had had when the route was read. */
  readonly generation: number
}

/** The beginning of the ids of workspaces. No code without a domain has an underscore. */
const workspaceIdPrefix = 'wsp_'

/** How long a route stays fresh after it was read, or after the latest confirmation that no notification is missing. */
const ttlMs = 5 * secondMs

/** How long a route stays fresh after it was read, even if no notification is missing. */
const maxAgeMs = minuteMs

/** How long an unknown key is cached. There is no notification for a new code. */
const unknownKeyTtlMs = secondMs

/** How long a stale route is used while the database does not respond. */
const staleIfErrorMs = 10 * minuteMs

/** How long a request waits for the database before it uses a stale route. */
const readTimeoutMs = 500

const maxUnknownKeys = 10_000

/** Routes in one statement. */
const readBatchSize = 100

/**
 * An in-memory cache of the routes of this process. A changed route is removed at once on the node that changed it, and
 * on the other nodes when they receive the notification. Concurrent requests for one key share one read.
 */
export class RouteCache implements ChannelListener {
  /** Routes in the order in which they were read. The first is the oldest. */
  private readonly entries = new Map<string, CacheEntry>()
  private readonly unknownKeys = new Map<string, number>()
  private readonly pendingReads = new Map<string, Promise<Route | null>>()
  /** Loads the keys of one event-loop turn in one statement. It does not cache. */
  private readonly loader: DataLoader<string, Route | null>
  private generation = 0
  /** All notifications of changes that were committed before this time have arrived. */
  private changesReceivedUpTo = 0

  constructor(
    client: NativeClient,
    private readonly clock: Clock,
    private readonly maxRoutes = 50_000,
  ) {
    this.loader = new DataLoader((keys) => readRoutes(client, keys), {
      cache: false,
      maxBatchSize: readBatchSize,
      batchScheduleFn: (read) => setImmediate(read),
    })
  }

  /** The fresh route of a key, or undefined if it has to be read. */
  getCached(key: string): Route | undefined {
    const entry = this.entries.get(key)
    if (entry?.generation !== this.generation) return undefined
    const ageRatio = this.ageRatio(entry)
    if (ageRatio >= 1) return undefined
    // Reads a frequently used route again before the route becomes stale, so that no request waits for the read.
    if (ageRatio >= 0.5 && !this.pendingReads.has(key)) this.read(key).catch(() => undefined)
    return entry.route
  }

  /** The route of a key, or null if there is no link. A route with a click limit is read every time. */
  async find(key: string): Promise<Route | null> {
    const cached = this.getCached(key)
    if (cached || (this.unknownKeys.get(key) ?? 0) > this.now()) {
      this.countHit()
      return cached ?? null
    }
    cacheReads.increment('route', 'miss')
    const staleEntry = this.entries.get(key)
    const isUsable = staleEntry !== undefined && this.now() - staleEntry.readAt < staleIfErrorMs
    const pendingRead = this.pendingReads.get(key) ?? this.read(key)
    if (!isUsable) return pendingRead
    try {
      return await withTimeout(readTimeoutMs, pendingRead)
    } catch {
      // A notification in the meantime has removed the route.
      return this.entries.get(key) === staleEntry ? staleEntry.route : pendingRead
    }
  }

  /** To be called when a route of `getCached` was used. */
  countHit(): void {
    cacheReads.increment('route', 'hit')
  }

  /**
   * Removes a changed route, all routes of a workspace, or every route for an empty key. A pending read may still use
   * the old route, but does not store it.
   */
  onNotification(key: string): void {
    if (key === '') this.onGap()
    if (key.startsWith(workspaceIdPrefix)) this.invalidateWorkspace(key)
    this.entries.delete(key)
    this.unknownKeys.delete(key)
    this.pendingReads.delete(key)
  }

  /** Removes the routes of this node. The database notifies the other nodes. */
  invalidate(...codes: readonly string[]): void {
    for (const code of codes) this.onNotification(code.toLowerCase())
  }

  /**
   * Removes the routes of a workspace that was deleted or restored. Also removes unknown keys, because each may be a
   * code of the workspace.
   */
  invalidateWorkspace(workspaceId: string): void {
    for (const [key, { route }] of this.entries) if (route.workspaceId === workspaceId) this.entries.delete(key)
    this.unknownKeys.clear()
    this.pendingReads.clear()
  }

  /** Removes the routes of this node after the commit of a request. */
  invalidateAfterCommit(context: RequestContext, ...codes: readonly string[]): void {
    context.afterCommit(() => this.invalidate(...codes))
  }

  /** A confirmed heartbeat proves that no notification before it is missing. */
  onHeartbeat(): () => void {
    const requestedAt = this.now()
    const generation = this.generation
    return () => {
      if (generation === this.generation) this.changesReceivedUpTo = requestedAt
    }
  }

  /** Makes all routes stale. A stale route is read again before use, unless the database does not respond. */
  onGap(): void {
    this.generation++
    this.changesReceivedUpTo = 0
    this.unknownKeys.clear()
    this.pendingReads.clear()
  }

  /** The age of a route relative to its lifetime. From 1 on it is stale. */
  private ageRatio({ readAt }: CacheEntry): number {
    const now = this.now()
    const ageMs = now - readAt
    const unconfirmedMs = now - Math.max(readAt, this.changesReceivedUpTo)
    // The clock was set back, so the real age is unknown.
    if (ageMs < 0 || unconfirmedMs < 0) return 1
    return Math.max(ageMs / maxAgeMs, unconfirmedMs / ttlMs)
  }

  private read(key: string): Promise<Route | null> {
    const readAt = this.now()
    const pendingRead: Promise<Route | null> = this.loader.load(key).then(
      (route) => {
        if (this.pendingReads.get(key) === pendingRead) this.store(key, route, readAt)
        return route
      },
      (error: unknown) => {
        if (this.pendingReads.get(key) === pendingRead) this.pendingReads.delete(key)
        throw error
      },
    )
    this.pendingReads.set(key, pendingRead)
    return pendingRead
  }

  private store(key: string, route: Route | null, readAt: number): void {
    this.pendingReads.delete(key)
    this.entries.delete(key)
    if (route === null) {
      putBounded(this.unknownKeys, key, readAt + unknownKeyTtlMs, maxUnknownKeys)
    } else if (route.clickLimit === null) {
      this.unknownKeys.delete(key)
      putBounded(this.entries, key, { route, readAt, generation: this.generation }, this.maxRoutes)
    }
  }

  private now(): number {
    return this.clock.now().getTime()
  }
}

/** Adds an entry at the end, and removes the oldest one if the map is full. */
function putBounded<V>(map: Map<string, V>, key: string, value: V, maxSize: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > maxSize && oldest !== undefined) map.delete(oldest)
}
