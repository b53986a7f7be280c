import { vi } from 'vitest'
import { RequestContext } from '../../src/platform/graphql/request-context.ts'
import type { AppContext } from '../../src/platform/graphql/request-types.ts'

/** Sends a request and returns the context of its resolver. */
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

/** The app context of the service. */
export function appContextOf(context: RequestContext): AppContext {
  return (context as unknown as { appContext: AppContext }).appContext
}

/** A new context with the same caller and its own EntityManager. */
export function anotherLike(context: RequestContext): RequestContext {
  return new RequestContext(appContextOf(context), context.caller, context.request)
}
