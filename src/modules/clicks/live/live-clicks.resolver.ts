import { Arg, Ctx, ID, Resolver, Root, Subscription } from 'type-graphql'
import { Access } from '../../../platform/auth/authorization.ts'
import { Throws } from '../../../platform/graphql/operations.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import type { EventQueue } from '../../../platform/graphql/subscriptions/event-queue.ts'
import { LinkNotFound } from '../../links/index.ts'
import { Click } from '../click.entity.ts'
import type { FeedClickRow } from './click-feed.queries.ts'
import type { ClickFeed } from './click-feed.ts'

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
  readonly feed: ClickFeed

  constructor(feed: ClickFeed) {
    this.feed = feed
  }

  @Access('read:analytics')
  @Throws(LinkNotFound)
  @Subscription(() => Click, {
    subscribe,
    description: "Clicks on the caller's links within about a second after they are recorded, on any node.",
  })
  clickRecorded(
    @Root() { tx: _, owner_id: __, ...row }: FeedClickRow,
    @Arg('urlId', () => ID, {
      nullable: true,
      description: 'Only clicks on this link. The subscription ends when the link is deleted.',
    })
    _urlId: string | null,
    @Arg('includeBots', () => Boolean, {
      defaultValue: false,
      description: 'Whether visits by bots are included.',
    })
    _includeBots: boolean,
    @Ctx() context: RequestContext,
  ): Click {
    return context.em.map(Click, row)
  }
}
