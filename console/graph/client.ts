import { cacheExchange } from '@urql/exchange-graphcache'
import { Client, fetchExchange, mapExchange, subscriptionExchange } from 'urql'
import { base } from '../app/base.ts'
import { fetchWithToken } from '../app/session.ts'
import { cacheUpdates } from './cache.ts'
import { explainErrors } from './problems.ts'
import { sendProven } from './proof.ts'
import { recordCost, recordExchange } from './recorder.ts'

type Stream = import('graphql-sse').Client

const workspaceHeader = 'x-workspace-id'

/** The context of an operation in another workspace than the chosen one. */
export function inWorkspace(id: string) {
  return { fetchOptions: { headers: { [workspaceHeader]: id } } }
}

export const graphAddress = `${base}/graphql`

/**
 * A client for one workspace: the header `X-Workspace-Id` names it for every operation, so the cache holds the data of
 * one workspace only. An operation in another one has the context of `inWorkspace`, and asks for what is of one link.
 */
export function createClient(workspaceId: string | null): Client {
  const headers: Record<string, string> = workspaceId ? { [workspaceHeader]: workspaceId } : {}
  // The first screen is drawn without it.
  const openStream = once(async () => {
    const { createClient: createStream } = await import('graphql-sse')
    return createStream({ url: graphAddress, headers, fetchFn: fetchWithToken, retryAttempts: Number.MAX_SAFE_INTEGER })
  })
  return new Client({
    url: graphAddress,
    preferGetMethod: false,
    fetch: async (url, init) => {
      const send = () => fetchWithToken(url, { ...init, headers: { ...headers, ...init?.headers } })
      const response = await sendProven(send, init?.body)
      recordCost(init?.body, response.headers)
      return response
    },
    exchanges: [
      recordExchange,
      cacheExchange(cacheUpdates),
      mapExchange({ onResult: (result) => (result.error ? explainErrors(result) : result) }),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query, variables }) => ({
          subscribe: (sink) => {
            let isOver = false
            let stop = () => {}
            const begin = (stream: Stream) => {
              if (!isOver) stop = stream.subscribe({ query: query ?? '', variables: { ...variables } }, sink as never)
            }
            openStream().then(begin, sink.error)
            return {
              unsubscribe() {
                isOver = true
                stop()
              },
            }
          },
        }),
      }),
    ],
  })
}

/** Makes a value when it is first asked for. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
