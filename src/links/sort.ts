import { registerEnumType } from 'type-graphql'
import type { Order } from '../graphql/paging.ts'
import type { Link } from './link.ts'

export enum LinkSort {
  CREATED_DESC = 'CREATED_DESC',
  CREATED_ASC = 'CREATED_ASC',
  CLICKS_DESC = 'CLICKS_DESC',
  TITLE_ASC = 'TITLE_ASC',
}

registerEnumType(LinkSort, {
  name: 'LinkSort',
  description: 'An order of links.',
  valuesConfig: {
    CREATED_DESC: { description: 'Newest first.' },
    CREATED_ASC: { description: 'Oldest first.' },
    CLICKS_DESC: { description: 'Most clicked first.' },
    TITLE_ASC: { description: 'By title, upper and lower case alike.' },
  },
})

const created = { property: 'createdAt', column: 'created_at', kind: 'instant' } as const

/** What each order means for the database. */
export const linkOrders: Readonly<Record<LinkSort, Order<Link>>> = {
  CREATED_DESC: { name: 'CREATED_DESC', ...created, direction: 'desc' },
  CREATED_ASC: { name: 'CREATED_ASC', ...created, direction: 'asc' },
  CLICKS_DESC: {
    name: 'CLICKS_DESC',
    property: 'currentClicks',
    column: 'current_clicks',
    kind: 'count',
    direction: 'desc',
  },
  TITLE_ASC: { name: 'TITLE_ASC', property: 'title', column: 'title', kind: 'text', direction: 'asc' },
}
