import { type FeedParts, type FeedSource, LiveFeed } from '../../graphql/live/feed.ts'
import { LinkNotFound } from '../../links/index.ts'
import { readSettled, type WrittenClick } from './settled.ts'

/** Whose clicks somebody listens to: those of one link, or of all links of the account. */
export interface Listening {
  readonly ownerId: string
  readonly urlId: string | null
  readonly includeBots: boolean
}

/** An unknown link and another's are refused with `LinkNotFound`, at once and when the link is deleted later. */
const newClicks: FeedSource<Listening, WrittenClick> = {
  name: 'new clicks',

  async begin(em, { ownerId, urlId }) {
    const [begin] = await em.execute<{ snapshot: string; isThere: boolean }[]>(beginSql, [urlId, urlId, ownerId])
    if (!begin?.isThere) throw new LinkNotFound()
    return begin.snapshot
  },

  async read(em, from, listened) {
    const urlIds = [...new Set(listened.flatMap(({ urlId }) => urlId ?? []))]
    const ownerIds = [...new Set(listened.flatMap(({ urlId, ownerId }) => (urlId === null ? ownerId : [])))]
    const { there, ...settled } = await readSettled(em, from, { urlIds, ownerIds })
    return { ...settled, endOf: ({ urlId }) => (urlId === null || there.has(urlId) ? null : new LinkNotFound()) }
  },

  concerns(click, { ownerId, urlId, includeBots }) {
    const isOfTheirs = click.owner_id === ownerId && (urlId === null || click.url_id === urlId)
    return isOfTheirs && (includeBots || !click.is_bot)
  },
}

/** Hands new clicks to those who listen to them. */
export class ClickFeed extends LiveFeed<Listening, WrittenClick> {
  constructor(parts: FeedParts) {
    super(parts, newClicks)
  }
}

const beginSql = `
  select pg_current_snapshot()::text as snapshot,
         ?::text is null or exists (select 1 from link where id = ? and owner_id = ?) as "isThere"`
