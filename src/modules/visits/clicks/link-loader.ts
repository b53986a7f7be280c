import { batchPerRequest, type RequestContext } from '../../../platform/graphql/request-context.ts'

interface LinkRequest<Query> {
  readonly urlId: string
  /** The arguments of the client. The query cannot be the key: it depends on the time. */
  readonly groupKey: string
  readonly query: Query
}

/**
 * Creates a function that loads a value for a link. Links of one request with the same arguments share one call of
 * `load`. Results are not cached, because a mutation may change them.
 */
export function createLinkLoader<Query, T>(
  load: (context: RequestContext, urlIds: readonly string[], query: Query) => Promise<ReadonlyMap<string, T | Error>>,
  createMissing: () => T | Error,
): (context: RequestContext, urlId: string, args: object, query: Query) => Promise<T> {
  async function loadAll(context: RequestContext, requests: readonly LinkRequest<Query>[]): Promise<(T | Error)[]> {
    const valuesByGroup = new Map<string, ReadonlyMap<string, T | Error>>()
    for (const [groupKey, group] of Map.groupBy(requests, (request) => request.groupKey)) {
      const [{ query }] = group as [LinkRequest<Query>]
      const urlIds = [...new Set(group.map(({ urlId }) => urlId))]
      valuesByGroup.set(groupKey, await load(context, urlIds, query))
    }
    return requests.map(({ urlId, groupKey }) => valuesByGroup.get(groupKey)?.get(urlId) ?? createMissing())
  }

  const loadRequest = batchPerRequest(loadAll)
  return (context, urlId, args, query) => loadRequest(context, { urlId, groupKey: JSON.stringify(args), query })
}
