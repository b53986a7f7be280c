import { Arg, Ctx, ID, Resolver, Root, Subscription } from 'type-graphql'
import { Access } from '../../../../platform/auth/authorization.ts'
import type { AccountInWorkspace } from '../../../../platform/auth/caller.ts'
import { InWorkspace, Throws } from '../../../../platform/graphql/operations.ts'
import { Price } from '../../../../platform/graphql/price.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { EventQueue } from '../../../../platform/graphql/subscriptions/event-queue.ts'
import {
  type FeedSource,
  LiveFeed,
  type LiveFeedDependencies,
} from '../../../../platform/graphql/subscriptions/live-feed.ts'
import { LinkNotFound, loadOwnedLink } from '../../../publishing/links/index.ts'
import { Click } from '../click.entity.ts'
import type { ClickReader, FeedClick } from '../store/click-store.ts'
import { findExistingLinks, takeClickSnapshot } from './click-snapshot.queries.ts'

/** A subscription to the clicks of one link, or of all links of the workspace. */
interface ClickSubscription extends AccountInWorkspace {
  readonly urlId: string | null
  readonly includeBots: boolean
}

/**
 * For a link that is unknown or in another workspace, the subscription fails with `LinkNotFound`, either at once or
 * when the link is deleted.
 */
const createClickFeedSource = (store: ClickReader): FeedSource<ClickSubscription, FeedClick> => ({
  name: 'new clicks',

  async takeSnapshot(em, subscription) {
    const { urlId, workspaceId } = subscription
    await store.follow({ urlIds: urlId === null ? [] : [urlId], workspaceIds: urlId === null ? [workspaceId] : [] })
    const snapshot = await takeClickSnapshot(em, subscription)
    if (snapshot === null) throw new LinkNotFound()
    return snapshot
  },

  async read(em, from, subscriptions) {
    const urlIds = [...new Set(subscriptions.flatMap(({ urlId }) => urlId ?? []))]
    const workspaceIds = [
      ...new Set(subscriptions.flatMap(({ urlId, workspaceId }) => (urlId === null ? workspaceId : []))),
    ]
    const batch = await store.since(em, from, { urlIds, workspaceIds })
    const existingIds = await findExistingLinks(em, urlIds)
    return {
      ...batch,
      endReasonOf: ({ urlId }) => (urlId === null || existingIds.has(urlId) ? null : new LinkNotFound()),
    }
  },

  matches(click, { workspaceId, urlId, includeBots }) {
    const isSelected = click.workspace_id === workspaceId && (urlId === null || click.url_id === urlId)
    return isSelected && (includeBots || !click.is_bot)
  },
})

/** Delivers new clicks to subscriptions. */
export class ClickFeed extends LiveFeed<ClickSubscription, FeedClick> {
  constructor(store: ClickReader, dependencies: LiveFeedDependencies) {
    super(dependencies, createClickFeedSource(store))
  }
}

/** The parameter type-graphql passes to `subscribe`. */
interface SubscribeResolverData {
  readonly args: { readonly urlId?: string | null; readonly includeBots: boolean }
  readonly context: RequestContext
}

async function subscribe({ args, context }: SubscribeResolverData): Promise<EventQueue<FeedClick>> {
  const { urlId = null, includeBots } = args
  const link = urlId === null ? null : await loadOwnedLink(context, urlId)
  if (urlId !== null && !link) throw new LinkNotFound()
  const account = context.accountIn(link?.workspace?.id ?? context.workspaceId)
  return context.resolver(LiveClicksResolver).feed.subscribe({ ...account, urlId, includeBots })
}

@Resolver(() => Click)
export class LiveClicksResolver {
  constructor(readonly feed: ClickFeed) {}

  @Access('read:analytics')
  @InWorkspace()
  @Throws(LinkNotFound)
  @Price('list')
  @Subscription(() => Click, {
    subscribe,
    description: 'Clicks on the links of a workspace within about a second after they are recorded, on any node.',
  })
  clickRecorded(
    @Root() { tx: _, workspace_id: __, ...row }: FeedClick,
    @Arg('urlId', () => ID, { nullable: true, description: 'Only clicks on this link, until it is deleted.' })
    _urlId: string | null,
    @Arg('includeBots', () => Boolean, { defaultValue: false, description: 'Whether visits by bots are included.' })
    _includeBots: boolean,
    @Ctx() context: RequestContext,
  ): Click {
    return context.em.map(Click, row)
  }
}
