import { Field, ObjectType } from 'type-graphql'
import { createConnectionType, type SortOrder } from '../../platform/graphql/pagination.ts'
import { createEnumType } from '../../platform/shared/enum-type.ts'
import { Link } from './link.entity.ts'

export const UrlConnection = createConnectionType('Url', Link, 'links')
export type UrlConnection = InstanceType<typeof UrlConnection>

@ObjectType({ description: 'A link created without an account.' })
export class ShortUrlResponse {
  @Field(() => String, { description: 'Code of the link. Equals `customCode` if it was given.' })
  shortCode!: string

  @Field(() => String, { description: 'Full short address.' })
  shortUrl!: string

  @Field(() => String, { description: 'Destination, as submitted.' })
  longUrl!: string

  @Field(() => Date, { description: 'When the link expires: 7 days after its creation.' })
  expiresAt!: Date
}

const linkSorts = {
  CREATED_DESC: 'Newest first.',
  CREATED_ASC: 'Oldest first.',
  CLICKS_DESC: 'Most clicked first.',
  TITLE_ASC: 'By title, ignoring case.',
}

export type LinkSort = keyof typeof linkSorts
export const LinkSort = createEnumType<LinkSort>('LinkSort', 'Sort order of links.', linkSorts)

const createdAtOrder = { property: 'createdAt', column: 'created_at', kind: 'instant' } as const

/** The columns of each sort order. */
export const linkOrders: Readonly<Record<LinkSort, SortOrder<Link>>> = {
  CREATED_DESC: { name: 'CREATED_DESC', ...createdAtOrder, direction: 'desc' },
  CREATED_ASC: { name: 'CREATED_ASC', ...createdAtOrder, direction: 'asc' },
  CLICKS_DESC: {
    name: 'CLICKS_DESC',
    property: 'currentClicks',
    column: 'current_clicks',
    kind: 'count',
    direction: 'desc',
  },
  TITLE_ASC: { name: 'TITLE_ASC', property: 'title', column: 'title', kind: 'text', direction: 'asc' },
}
