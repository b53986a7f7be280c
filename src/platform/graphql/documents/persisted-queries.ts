import type { ApolloServerOptions, BaseContext } from '@apollo/server'
import { LRUCache } from 'lru-cache'

/** The store in which Apollo looks up documents by their hash. */
export type DocumentCache = NonNullable<
  Exclude<ApolloServerOptions<BaseContext>['persistedQueries'], false | undefined>['cache']
>

/** How many documents callers can register, and how much memory all and each of them may take. */
const maxDocuments = 1_000
const maxBytes = 8 * 1024 * 1024
const maxDocumentBytes = 64 * 1024

/**
 * The documents that callers registered by their hash (automatic persisted queries). Apollo stores a document after it
 * was found valid and charged. When the cache is full, the document used longest ago is dropped, and its client sends
 * it again. A document that is too large runs and is not stored.
 */
export function createPersistedQueryCache(): DocumentCache {
  const documents = new LRUCache<string, string>({
    max: maxDocuments,
    maxSize: maxBytes,
    maxEntrySize: maxDocumentBytes,
    // V8 stores a text with two bytes for each character, unless all are Latin.
    sizeCalculation: (document, hash) => 2 * (document.length + hash.length),
  })
  return {
    get: async (hash) => documents.get(hash),
    set: async (hash, document) => {
      documents.set(hash, document)
    },
    delete: async (hash) => documents.delete(hash),
  }
}
