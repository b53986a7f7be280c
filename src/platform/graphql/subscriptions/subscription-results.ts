import { withNewTrace } from '../../tracing/tracing.ts'
import type { OperationResult, StartedSubscription } from '../operation-runner.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * The results of a subscription, one for each event. `return` ends it at once: an async generator would wait for an event
 * that may never come. `onReturn` is called when the client ends it.
 */
export function createSubscriptionResults(
  { events, toResult }: StartedSubscription,
  createContext: () => RequestContext,
  onReturn: () => void = () => undefined,
): AsyncGenerator<OperationResult, undefined, undefined> {
  const results: AsyncGenerator<OperationResult, undefined, undefined> = {
    next: async () => {
      const { done, value: event } = await events.next()
      if (done) return { done: true, value: undefined }
      // A subscription may last for days, and a trace should not.
      const value = await withNewTrace({ name: 'subscription event' }, () => toResult(event, createContext()))
      return { done: false, value }
    },
    return: () => {
      onReturn()
      return events.return()
    },
    throw: (error: unknown) => events.throw(error),
    [Symbol.asyncIterator]: () => results,
    [Symbol.asyncDispose]: () => events[Symbol.asyncDispose](),
  }
  return results
}
