import { vi } from 'vitest'
import { type AppContext, RequestContext } from '../../src/platform/graphql/request-context.ts'

/** Does a request and hands over the context its resolver was given, to look at or to begin another one like it. */
export async function contextOf<T>(request: () => Promise<T>): Promise<[T, RequestContext]> {
  const uses = vi.spyOn(RequestContext.prototype, 'resolver')
  try {
    const answer = await request()
    const context = uses.mock.contexts.at(-1)
    if (!context) throw new Error('No resolver ran.')
    return [answer, context as RequestContext]
  } finally {
    uses.mockRestore()
  }
}

/** What all requests of the service share. */
export function appContextOf(context: RequestContext): AppContext {
  return (context as unknown as { appContext: AppContext }).appContext
}

/** A new request by the same caller from the same place, with a unit of work of its own. */
export function anotherLike(context: RequestContext): RequestContext {
  return new RequestContext(appContextOf(context), context.caller, context.request)
}
