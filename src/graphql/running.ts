import { setImmediate } from 'node:timers/promises'
import { type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql'
import { Unavailable } from '../base/failures.ts'
import type { Context } from './context.ts'

type Resolve = GraphQLFieldResolver<unknown, Context>

/**
 * What is at work. GraphQL answers as soon as a field is refused that may not be null, while the resolvers beside it go
 * on; a caller may hang up as well. What the database is still needed for is known here only.
 */
export class Running {
  #count = 0
  #isOver = false
  #idle = Promise.withResolvers<void>()

  /** Counts the resolvers of this schema from now on, and of those derived from it later. */
  watch(schema: GraphQLSchema): void {
    for (const type of Object.values(schema.getTypeMap())) {
      if (!isObjectType(type) || type.name.startsWith('__')) continue
      for (const field of Object.values(type.getFields())) {
        if (field.resolve) field.resolve = this.#counting(field.resolve)
      }
    }
  }

  /** Does a piece of work and counts it until it ends. Throws `Unavailable`, without doing it, after `ended`. */
  during<T>(work: () => T): T {
    if (this.#isOver) throw new Unavailable(new Error('The service has stopped.'))
    return this.#counted(work())
  }

  /** Resolves when nothing is at work, given that no request comes any more. Nothing begins after it. */
  async ended(): Promise<void> {
    while (this.#count > 0) {
      await this.#idle.promise
      // One that has ended may set others to work: those of the fields of what it found.
      await setImmediate()
    }
    this.#isOver = true
  }

  #counting(resolve: Resolve): Resolve {
    return (source, args, context, info) => this.#counted(resolve(source, args, context, info))
  }

  #counted<T>(result: T): T {
    if (result instanceof Promise) {
      this.#count++
      result.then(this.#done, this.#done)
    }
    return result
  }

  readonly #done = () => {
    this.#count--
    if (this.#count > 0) return
    this.#idle.resolve()
    this.#idle = Promise.withResolvers<void>()
  }
}
