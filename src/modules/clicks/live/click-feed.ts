import {
  type FeedSource,
  LiveFeed,
  type LiveFeedDependencies,
} from '../../../platform/graphql/subscriptions/live-feed.ts'
import { LinkNotFound } from '../../links/index.ts'
import { type FeedClickRow, readCommittedClicks, takeClickSnapshot } from './click-feed.queries.ts'

/** A subscription to the clicks of one link, or of all links of the account. */
export interface ClickSubscription {
  readonly ownerId: string
  readonly urlId: string | null
  readonly includeBots: boolean
}

/** A link that is unknown or has another owner fails with `LinkNotFound`, at once or when it is deleted later. */
const clickFeedSource: FeedSource<ClickSubscription, FeedClickRow> = {
  name: 'new clicks',

  async takeSnapshot(em, subscription) {
    const snapshot = await takeClickSnapshot(em, subscription)
    if (snapshot === null) throw new LinkNotFound()
    return snapshot
  },

  async read(em, from, subscriptions) {
    const urlIds = [...new Set(subscriptions.flatMap(({ urlId }) => urlId ?? []))]
    const ownerIds = [...new Set(subscriptions.flatMap(({ urlId, ownerId }) => (urlId === null ? ownerId : [])))]
    const { existingUrlIds, ...batch } = await readCommittedClicks(em, from, { urlIds, ownerIds })
    return {
      ...batch,
      endReasonOf: ({ urlId }) => (urlId === null || existingUrlIds.has(urlId) ? null : new LinkNotFound()),
    }
  },

  matches(click, { ownerId, urlId, includeBots }) {
    const isSelected = click.owner_id === ownerId && (urlId === null || click.url_id === urlId)
    return isSelected && (includeBots || !click.is_bot)
  },
}

/** Delivers new clicks to subscriptions. */
export class ClickFeed extends LiveFeed<ClickSubscription, FeedClickRow> {
  constructor(dependencies: LiveFeedDependencies) {
    super(dependencies, clickFeedSource)
  }
}
