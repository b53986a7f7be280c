import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql'
import type { CredentialReader } from '../auth/caller.ts'
import { Unavailable } from '../shared/general.errors.ts'
import type { RequestContext } from './request-context.ts'

type Resolve = GraphQLFieldResolver<unknown, RequestContext>

/**
 * What is at work. GraphQL answers as soon as a field is refused that may not be null, while the resolvers beside it go
 * on; a caller may hang up as well. What the database is still needed for is known here only.
 */
export class InFlightTracker {
  #count = 0
  #isStopped = false
  #whenIdle = Promise.withResolvers<void>()

  /** Counts the resolvers of this schema from now on, and of those derived from it later. */
  trackResolvers(schema: GraphQLSchema): void {
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type) || type.name.startsWith('__')) continue
      for (const field of Object.values(type.getFields())) {
        if (field.resolve) field.resolve = this.#trackResolver(field.resolve)
      }
    }
  }

  /** Does a piece of work and counts it until it ends. Throws `Unavailable`, without doing it, after `ended`. */
  track<T>(work: () => T): T {
    if (this.#isStopped) throw new Unavailable(new Error('The service has stopped.'))
    return this.#trackResult(work())
  }

  /** Resolves when nothing is at work, given that no request comes any more. Nothing begins after it. */
  async whenIdle(): Promise<void> {
    while (this.#count > 0) {
      await this.#whenIdle.promise
      // One that has ended may set others to work: those of the fields of what it found.
      await setImmediate()
    }
    this.#isStopped = true
  }

  #trackResolver(resolve: Resolve): Resolve {
    return (source, args, context, info) => this.#trackResult(resolve(source, args, context, info))
  }

  #trackResult<T>(result: T): T {
    if (result instanceof Promise) {
      this.#count++
      result.then(this.#onSettled, this.#onSettled)
    }
    return result
  }

  readonly #onSettled = () => {
    this.#count--
    if (this.#count > 0) return
    this.#whenIdle.resolve()
    this.#whenIdle = Promise.withResolvers<void>()
  }
}

/**
 * Counts the work of every route added from now on, whatever it does beside its resolvers: the server takes a request
 * whose caller has hung up for ended, while its statements go on.
 */
export function trackHandlers(server: FastifyInstance, tracker: InFlightTracker): void {
  server.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function trackedHandler(request, reply) {
      return tracker.track(() => handler.call(this, request, reply))
    }
  })
}

/** The same reader, whose looks into the database are counted. */
export function trackReader(reader: CredentialReader, tracker: InFlightTracker): CredentialReader {
  return {
    canRead: (token) => reader.canRead(token),
    read: (token) => tracker.track(() => reader.read(token)),
    findInvalid: (tokens) => tracker.track(() => reader.findInvalid(tokens)),
  }
}
