import { vi } from 'vitest'
import { Context, type Surroundings } from '../../src/graphql/context.ts'

/** Does a request and hands over the context its resolver was given, to look at or to begin another one like it. */
export async function contextOf<T>(request: () => Promise<T>): Promise<[T, Context]> {
  const uses = vi.spyOn(Context.prototype, 'resolver')
  try {
    const answer = await request()
    const context = uses.mock.contexts.at(-1)
    if (!context) throw new Error('No resolver ran.')
    return [answer, context as Context]
  } finally {
    uses.mockRestore()
  }
}

/** What all requests of the service share. */
export function surroundingsOf(context: Context): Surroundings {
  return (context as unknown as { around: Surroundings }).around
}

/** A new request by the same caller from the same place, with a unit of work of its own. */
export function anotherLike(context: Context): Context {
  return new Context(surroundingsOf(context), context.caller, context.request)
}
