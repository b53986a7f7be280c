import { Arg, Ctx, ID, Resolver, Root, Subscription } from 'type-graphql'
import { Access } from '../../access/marks.ts'
import type { Context } from '../../graphql/context.ts'
import type { Mailbox } from '../../graphql/live/mailbox.ts'
import { Fails } from '../../graphql/marks.ts'
import { LinkNotFound } from '../../links/index.ts'
import { Click } from '../click.ts'
import type { ClickFeed } from './feed.ts'
import type { WrittenClick } from './settled.ts'

/** What type-graphql hands over when somebody subscribes. */
interface SubscribeResolverData {
  readonly args: { readonly urlId?: string | null; readonly includeBots: boolean }
  readonly context: Context
}

function subscribe({ args, context }: SubscribeResolverData): Promise<Mailbox<WrittenClick>> {
  const { urlId = null, includeBots } = args
  return context.resolver(LiveClicksResolver).feed.listen({ ownerId: context.accountId, urlId, includeBots })
}

@Resolver(() => Click)
export class LiveClicksResolver {
  readonly feed: ClickFeed

  constructor(feed: ClickFeed) {
    this.feed = feed
  }
  @Access('read:analytics')
  @Fails(LinkNotFound)
  @Subscription(() => Click, {
    subscribe,
    description: "Clicks on the caller's links as they are recorded, whichever node records them; within a second.",
  })
  clickRecorded(
    @Root() { tx: _, owner_id: __, ...row }: WrittenClick,
    @Arg('urlId', () => ID, { nullable: true, description: 'Only clicks on this link. Ends when it is deleted.' })
    _urlId: string | null,
    @Arg('includeBots', () => Boolean, {
      defaultValue: false,
      description: 'Whether the visits of robots are told too.',
    })
    _includeBots: boolean,
    @Ctx() context: Context,
  ): Click {
    return context.em.map(Click, row)
  }
}
