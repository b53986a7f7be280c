import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { CredentialReader } from '../auth/caller.ts'
import { Unavailable } from '../shared/general.errors.ts'

/**
 * Counts running work. GraphQL answers as soon as a non-null field fails, while other resolvers still run, and clients
 * may disconnect. Only this count shows when the database is no longer needed.
 */
export class InFlightTracker {
  private count = 0
  private isStopped = false
  private ownWhenIdle = Promise.withResolvers<void>()

  /** Runs the work and counts it until it ends. Throws `Unavailable` instead once `whenIdle` has resolved. */
  track<T>(work: () => T): T {
    if (this.isStopped) throw new Unavailable(new Error('The service has stopped.'))
    return this.trackResult(work())
  }

  /** Resolves when no work is running. The caller must have stopped new requests. Work cannot start afterwards. */
  async whenIdle(): Promise<void> {
    while (this.count > 0) {
      await this.ownWhenIdle.promise
      // A finished resolver may start the resolvers of the fields of its result.
      await setImmediate()
    }
    this.isStopped = true
  }

  /** Counts work that has begun, until its promise settles. */
  trackResult<T>(result: T): T {
    if (result instanceof Promise) {
      this.count++
      result.then(this.onSettled, this.onSettled)
    }
    return result
  }

  private readonly onSettled = () => {
    this.count--
    if (this.count > 0) return
    this.ownWhenIdle.resolve()
    this.ownWhenIdle = Promise.withResolvers<void>()
  }
}

/** Counts the handlers of routes added from now on: they go on when their client disconnects, unlike the request. */
export function trackHandlers(server: FastifyInstance, tracker: InFlightTracker): void {
  server.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function trackedHandler(request, reply) {
      return tracker.track(() => handler.call(this, request, reply))
    }
  })
}

/** Wraps a reader so that its database work is counted. */
export function trackReader(reader: CredentialReader, tracker: InFlightTracker): CredentialReader {
  return {
    canRead: (token) => reader.canRead(token),
    read: (...request) => tracker.track(() => reader.read(...request)),
    findInvalid: (tokens) => tracker.track(() => reader.findInvalid(tokens)),
  }
}
