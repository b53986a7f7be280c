import type { Cache, CacheExchangeOpts } from '@urql/exchange-graphcache'

/** Forgets what a list field of the query has, so that open screens ask for it again. */
export function forgetLists(cache: Cache, ...fieldNames: string[]): void {
  for (const { fieldName, fieldKey } of cache.inspectFields('Query'))
    if (fieldNames.includes(fieldName)) cache.invalidate('Query', fieldKey)
}

const linkLists = ['urls', 'folders', 'tags', 'workspaces']

/** What changes beside the entity that a mutation returns. */
export const cacheUpdates: Partial<CacheExchangeOpts> = {
  updates: {
    Mutation: {
      createUrl: (_result, _args, cache) => forgetLists(cache, ...linkLists),
      deleteUrl: (_result, _args, cache) => forgetLists(cache, ...linkLists),
      deleteUrls: (_result, _args, cache) => forgetLists(cache, ...linkLists),
      updateUrls: (_result, _args, cache) => forgetLists(cache, ...linkLists),
      changeSelectedUrls: (_result, _args, cache) => forgetLists(cache, ...linkLists),
      createFolder: (_result, _args, cache) => forgetLists(cache, 'folders'),
      createTag: (_result, _args, cache) => forgetLists(cache, 'tags'),
      createUtmTemplate: (_result, _args, cache) => forgetLists(cache, 'utmTemplates'),
      createDynamicQr: (_result, _args, cache) => forgetLists(cache, 'dynamicQrs', 'urls'),
      deleteDynamicQr: (_result, _args, cache) => forgetLists(cache, 'dynamicQrs', 'urls'),
      createQrLogo: (_result, _args, cache) => forgetLists(cache, 'qrLogosConnection'),
      createSharedStatsPage: (_result, _args, cache) => forgetLists(cache, 'sharedStatsPages'),
      deleteSharedStatsPage: (_result, _args, cache) => forgetLists(cache, 'sharedStatsPages'),
    },
  },
}
