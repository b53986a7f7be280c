import DataLoader from 'dataloader'
import type { Clock } from '../base/clock.ts'
import { within } from '../base/within.ts'
import type { Hearer } from '../database/listener.ts'
import type { NativeClient } from '../database/native.ts'
import { type Route, readRoutes } from './route.ts'

/** The channel on which the database names the key of every route that was changed. */
export const routeChannel = 'tack_route'

interface Entry {
  readonly route: Route
  readonly readAt: number
  /** How often changes may have been missed before it was read. */
  readonly era: number
}

export interface RoutesOptions {
  /** How long a route is given out on its own word: since it was read, or since every change until then was heard. */
  readonly lifetimeMs?: number
  /** How long a route is given out without another look at the database, however well its changes are heard. */
  readonly longestMs?: number
  /** How long nobody asks again for a code that was unknown. Nothing announces a new code. */
  readonly unknownMs?: number
  /** How long an unlimited route outlives its time while the database does not answer. */
  readonly outageMs?: number
  /** How long a reading is waited for where a route that outlived its time could be given. */
  readonly patienceMs?: number
  readonly maxRoutes?: number
  readonly maxUnknown?: number
}

/** Routes that are read at once. */
const mostInReading = 100

/**
 * The routes of this process, kept in memory. One that was changed is forgotten at once on the node that changed it, and
 * on the others when they hear of it; whoever asks after that gets what the database says now. Of many who ask for one
 * code at the same time, one asks the database.
 */
export class Routes implements Hearer {
  /** In the order in which they were read, so that the first are the oldest. */
  readonly #entries = new Map<string, Entry>()
  readonly #unknown = new Map<string, number>()
  readonly #readings = new Map<string, Promise<Route | null>>()
  /** Reads together what is asked for in one turn of the event loop; what one reading found is not its to keep. */
  readonly #loader: DataLoader<string, Route | null>
  readonly #clock: Clock
  readonly #options: Required<RoutesOptions>
  #era = 0
  /** Every change that was committed before has been heard. */
  #heardUpTo = 0

  constructor(client: NativeClient, clock: Clock, options: RoutesOptions = {}) {
    this.#loader = new DataLoader((keys) => readRoutes(client, keys), {
      cache: false,
      maxBatchSize: mostInReading,
      batchScheduleFn: (read) => setImmediate(read),
    })
    this.#clock = clock
    this.#options = {
      lifetimeMs: 5_000,
      longestMs: 60_000,
      unknownMs: 1_000,
      outageMs: 600_000,
      patienceMs: 500,
      maxRoutes: 50_000,
      maxUnknown: 10_000,
      ...options,
    }
  }

  /** The route of a key, without waiting: undefined when the database has to be asked. */
  known(key: string): Route | undefined {
    const entry = this.#entries.get(key)
    if (entry?.era !== this.#era) return undefined
    const spent = this.#spent(entry)
    if (spent >= 1) return undefined
    // Read anew in time, so that nobody has to wait for a route that is asked for again and again.
    if (spent >= 0.5 && !this.#readings.has(key)) this.#read(key).catch(() => undefined)
    return entry.route
  }

  /** The route of a key; null when no link answers to it. One with a click limit is read anew each time. */
  async find(key: string): Promise<Route | null> {
    const known = this.known(key)
    if (known) return known
    if ((this.#unknown.get(key) ?? 0) > this.#now()) return null
    const last = this.#entries.get(key)
    const isUsable = last !== undefined && this.#now() - last.readAt < this.#options.outageMs
    const reading = this.#readings.get(key) ?? this.#read(key)
    if (!isUsable) return reading
    try {
      return await within(this.#options.patienceMs, reading)
    } catch {
      // A change that was heard of meanwhile has taken the route out.
      return this.#entries.get(key) === last ? last.route : reading
    }
  }

  /** Forgets a route that was changed, all for an empty key. Who is just reading it may answer with it; nobody keeps it. */
  heard(key: string): void {
    if (key === '') this.missed()
    this.#entries.delete(key)
    this.#unknown.delete(key)
    this.#readings.delete(key)
  }

  /** As long as changes are heard, a route is as good as when it was read. */
  asked(): () => void {
    const [at, era] = [this.#now(), this.#era]
    return () => {
      if (era === this.#era) this.#heardUpTo = at
    }
  }

  /** Every route is read anew before it is given out; only while the database does not answer, the last one is. */
  missed(): void {
    this.#era++
    this.#heardUpTo = 0
    this.#unknown.clear()
    this.#readings.clear()
  }

  /** How much of its time a route has had; from 1 on it is not given out. */
  #spent({ readAt }: Entry): number {
    const now = this.#now()
    const [age, unheard] = [now - readAt, now - Math.max(readAt, this.#heardUpTo)]
    // The clock was put back: nobody knows how long ago that was.
    if (age < 0 || unheard < 0) return 1
    return Math.max(age / this.#options.longestMs, unheard / this.#options.lifetimeMs)
  }

  #read(key: string): Promise<Route | null> {
    const readAt = this.#now()
    const reading: Promise<Route | null> = this.#loader.load(key).then(
      (route) => {
        if (this.#readings.get(key) === reading) this.#keep(key, route, readAt)
        return route
      },
      (error: unknown) => {
        if (this.#readings.get(key) === reading) this.#readings.delete(key)
        throw error
      },
    )
    this.#readings.set(key, reading)
    return reading
  }

  #keep(key: string, route: Route | null, readAt: number): void {
    this.#readings.delete(key)
    this.#entries.delete(key)
    if (route === null) {
      put(this.#unknown, key, readAt + this.#options.unknownMs, this.#options.maxUnknown)
    } else if (route.clickLimit === null) {
      this.#unknown.delete(key)
      put(this.#entries, key, { route, readAt, era: this.#era }, this.#options.maxRoutes)
    }
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}

/** Puts it last, and the oldest out when there is no more room. */
function put<V>(map: Map<string, V>, key: string, value: V, room: number): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > room && oldest !== undefined) map.delete(oldest)
}
