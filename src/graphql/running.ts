import { setImmediate } from 'node:timers/promises'
import { type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql'
import type { Context } from './context.ts'

type Resolve = GraphQLFieldResolver<unknown, Context>

/**
 * The resolvers at work. GraphQL answers as soon as a field is refused that may not be null, while the fields beside it
 * go on; a caller may hang up as well. What the database is still needed for is known here only.
 */
export class Running {
  #count = 0
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

  /** Resolves when none is at work, given that no request comes any more. */
  async ended(): Promise<void> {
    while (this.#count > 0) {
      await this.#idle.promise
      // One that has ended may set others to work: those of the fields of what it found.
      await setImmediate()
    }
  }

  #counting(resolve: Resolve): Resolve {
    return (source, args, context, info) => {
      const result = resolve(source, args, context, info)
      if (result instanceof Promise) {
        this.#count++
        result.then(this.#done, this.#done)
      }
      return result
    }
  }

  readonly #done = () => {
    this.#count--
    if (this.#count > 0) return
    this.#idle.resolve()
    this.#idle = Promise.withResolvers<void>()
  }
}
