import { type Cache, cacheExchange } from '@urql/exchange-graphcache'
import { relayPagination } from '@urql/exchange-graphcache/extras'
import type { Client as Live } from 'graphql-ws'
import { Client, type CombinedError, fetchExchange, subscriptionExchange } from 'urql'
import type { Session } from '../../../examples/frontend/session.ts'

interface Changed {
  readonly id: string
  readonly deletedId: string
  readonly workspace: { readonly __typename: 'Workspace'; readonly id: string }
}

/** Changes the ids in each page of the links of a workspace that the cache has. */
function changePages(
  cache: Cache,
  { workspace }: Changed,
  change: (ids: string[], isFirst: boolean) => string[],
): void {
  for (const { fieldName, fieldKey, arguments: args } of cache.inspectFields(workspace)) {
    const page = fieldName === 'urls' && cache.resolve(workspace, fieldKey)
    if (typeof page === 'string')
      cache.link(page, 'nodes', change(cache.resolve(page, 'nodes') as string[], !args?.after))
  }
}

export function createUrqlClient(url: string, session: Session, live: Live): Client {
  const cache = cacheExchange({
    // Types without an `id`. Connections, edges and `PageInfo` need no entry.
    keys: { AnalyticsSummary: () => null, AuthResponse: () => null, Bucket: () => null, SuccessResponse: () => null },
    resolvers: { Query: { urls: relayPagination() }, Workspace: { urls: relayPagination() } },
    updates: {
      Mutation: {
        createUrl({ createUrl }, _, cache) {
          const created = createUrl as Changed | null
          if (created)
            changePages(cache, created, (ids, isFirst) => (isFirst ? [`UrlItem:${created.id}`, ...ids] : ids))
        },
        deleteUrl({ deleteUrl }, _, cache) {
          const deleted = deleteUrl as Changed | null
          if (deleted) changePages(cache, deleted, (ids) => ids.filter((id) => id !== `UrlItem:${deleted.deletedId}`))
        },
      },
    },
    optimistic: { updateUrl: ({ id, input }) => ({ __typename: 'UrlItem', id, ...(input as object) }) },
  })
  const subscriptions = subscriptionExchange({
    forwardSubscription: ({ query = '', variables }) => ({
      subscribe: (sink) => ({ unsubscribe: live.subscribe({ query, variables }, sink) }),
    }),
  })
  return new Client({
    url,
    exchanges: [cache, fetchExchange, subscriptions],
    fetch: async (input, { headers, ...init } = {}) => {
      const authorization = await session.authorization()
      return fetch(input, { ...init, headers: { ...(headers as Record<string, string>), authorization } })
    },
  })
}

/** The errors of a result. */
export const errorsOf = (error: CombinedError | undefined) =>
  error?.networkError ? [error.networkError] : (error?.graphQLErrors ?? [])
