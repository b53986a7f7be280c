import { declareSorts, type Sort } from '../../../../platform/graphql/pagination/sorts.ts'

/** What lists of links are sorted by. */
interface SortedLink {
  readonly id: string
  readonly title: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly expiresAt: Date | null
  readonly clickTotal?: ClickTotal
}

export interface ClickTotal {
  readonly clicks: number
  readonly lastClickAt: Date | null
}

type LinkColumn = Pick<Sort<SortedLink>, 'property' | 'column' | 'kind' | 'nullsAs' | 'idSql' | 'table' | 'index'>

const created: LinkColumn = {
  property: 'createdAt',
  column: 'created_at',
  kind: 'instant',
  index: 'link_workspace_created_index',
}
const title: LinkColumn = { property: 'title', column: 'title', kind: 'text', index: 'link_workspace_title_index' }

/** Clicks change these columns. An index of them would make each click write every index of `link`. */
const inClickTotals = {
  table: { name: 'link_click_total', id: 'link_id' },
  idSql: (alias: string) => `${alias}.link_id`,
}
const clicks: LinkColumn = {
  ...inClickTotals,
  property: ({ clickTotal }) => clickTotal?.clicks,
  column: 'clicks',
  kind: 'count',
  index: 'link_click_total_clicks_index',
}

const sorts = {
  created_desc: { ...created, description: 'Newest first.', direction: 'desc' },
  created_asc: { ...created, description: 'Oldest first.', direction: 'asc' },
  updated_desc: {
    description: 'Last changed first.',
    property: 'updatedAt',
    column: 'updated_at',
    kind: 'instant',
    direction: 'desc',
    index: 'link_workspace_updated_index',
  },
  clicks_desc: { ...clicks, description: 'Most clicked first. Clicks count within seconds.', direction: 'desc' },
  clicks_asc: { ...clicks, description: 'Least clicked first. Clicks count within seconds.', direction: 'asc' },
  last_click_desc: {
    ...inClickTotals,
    description: 'Last clicked first, and those without a click last. Clicks count within seconds.',
    property: ({ clickTotal }) => clickTotal?.lastClickAt,
    column: 'last_click_at',
    kind: 'instant',
    nullsAs: '-infinity',
    direction: 'desc',
    index: 'link_click_total_last_click_index',
  },
  expires_asc: {
    description: 'Soonest expiry date first, also one that has passed, and those without a date last.',
    property: 'expiresAt',
    column: 'expires_at',
    kind: 'instant',
    nullsAs: 'infinity',
    direction: 'asc',
    index: 'link_workspace_expiry_index',
  },
  title_asc: { ...title, description: 'By title, ignoring case.', direction: 'asc' },
  title_desc: { ...title, description: 'By title in reverse, ignoring case.', direction: 'desc' },
} as const satisfies Record<string, Sort<SortedLink>>

export type LinkSort = keyof typeof sorts

/** How links are sorted. */
export const linkSorts = declareSorts<SortedLink, LinkSort>(
  { name: 'LinkSort', description: 'Sort order of links.', table: 'link', namesOverRest: true },
  sorts,
)

/** Whether links are sorted by the rows of `LinkClickTotal`. */
export function sortsByClicks(sort: LinkSort): boolean {
  return 'table' in sorts[sort]
}
