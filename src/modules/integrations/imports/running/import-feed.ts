import type { AccountInWorkspace } from '../../../../platform/auth/caller.ts'
import {
  type FeedSource,
  LiveFeed,
  type LiveFeedDependencies,
} from '../../../../platform/graphql/subscriptions/live-feed.ts'
import { ImportNotFound } from '../import.errors.ts'
import { type ImportChange, readImportChanges, takeSnapshot } from '../imports.queries.ts'

/** A subscription to the progress of one import. */
interface ImportSubscription extends AccountInWorkspace {
  readonly importId: string
}

const importFeedSource: FeedSource<ImportSubscription, ImportChange> = {
  name: 'progress of imports',
  takeSnapshot,
  async read(em, from, subscriptions) {
    const { existingIds, ...changes } = await readImportChanges(em, from, [
      ...new Set(subscriptions.map(({ importId }) => importId)),
    ])
    return { ...changes, endReasonOf: ({ importId }) => (existingIds.has(importId) ? null : new ImportNotFound()) }
  },
  matches: ({ id }, { importId }) => id === importId,
}

/** Notifies subscriptions when an import has made progress. */
export class ImportFeed extends LiveFeed<ImportSubscription, ImportChange> {
  constructor(dependencies: LiveFeedDependencies) {
    super(dependencies, importFeedSource)
  }
}
