import { Arg, Ctx, ID, Resolver, Root, Subscription } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { Throws } from '../../../platform/graphql/operations.ts'
import { Price } from '../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { EventQueue } from '../../../platform/graphql/subscriptions/event-queue.ts'
import {
  type FeedSource,
  LiveFeed,
  type LiveFeedDependencies,
} from '../../../platform/graphql/subscriptions/live-feed.ts'
import { LinkNotFound } from '../../links/index.ts'
import { Click } from '../click.entity.ts'
import { type FeedClickRow, readCommittedClicks, takeClickSnapshot } from './click-feed.queries.ts'

/** A subscription to the clicks of one link, or of all links of the account. */
interface ClickSubscription {
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

/** The parameter type-graphql passes to `subscribe`. */
interface SubscribeResolverData {
  readonly args: { readonly urlId?: string | null; readonly includeBots: boolean }
  readonly context: RequestContext
}

function subscribe({ args, context }: SubscribeResolverData): Promise<EventQueue<FeedClickRow>> {
  const { urlId = null, includeBots } = args
  return context.resolver(LiveClicksResolver).feed.subscribe({ ownerId: context.accountId, urlId, includeBots })
}

@Resolver(() => Click)
export class LiveClicksResolver {
  constructor(readonly feed: ClickFeed) {}

  @Access('read:analytics')
  @Throws(LinkNotFound)
  @Price('list')
  @Subscription(() => Click, {
    subscribe,
    description: "Clicks on the caller's links within about a second after they are recorded, on any node.",
  })
  clickRecorded(
    @Root() { tx: _, owner_id: __, ...row }: FeedClickRow,
    @Arg('urlId', () => ID, { nullable: true, description: 'Only clicks on this link, until it is deleted.' })
    _urlId: string | null,
    @Arg('includeBots', () => Boolean, { defaultValue: false, description: 'Whether visits by bots are included.' })
    _includeBots: boolean,
    @Ctx() context: RequestContext,
  ): Click {
    return context.em.map(Click, row)
  }
}
