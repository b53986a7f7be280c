import type { EntityManager } from '../../../../platform/database/database.ts'
import { quoteArrayElement, toArrayLiteral } from '../../../../platform/database/statements.ts'
import { type PlacementKind, placedLinksSql } from '../../../publishing/links/index.ts'
import type { LinkScope } from '../store/click-query.ts'
import { buildLinkClause } from '../store/link-scope.queries.ts'
import type { ClickedKind, LeastClickedArgs } from './analytics.inputs.ts'

// Raw SQL, because counts that a store of clicks has returned are joined with links.

/** A table of links and their clicks. Its values are of `toLinkCounts`. */
const linkCountSql = 'unnest(?::text[], ?::float8[]) as link_count (url_id, clicks)'

const toLinkCounts = (counts: ReadonlyMap<string, number>) => [
  toArrayLiteral([...counts.keys()].map(quoteArrayElement)),
  toArrayLiteral([...counts.values()].map(String)),
]

export interface LeastClickedRow {
  readonly urlId: string
  readonly clicks: number
  /** The numbers of all links and of links without a click. Each row has the same numbers. */
  readonly totalCount: number
  readonly unclickedCount: number
}

interface LeastClickedQuery {
  readonly counts: ReadonlyMap<string, number>
  readonly scope: LinkScope
  readonly createdBefore: Date
}

/**
 * The links of a scope with the fewest clicks, including links without clicks. Of links with equal counts, the newest
 * is first.
 */
export function findLeastClicked(
  em: EntityManager,
  { counts, scope, createdBefore }: LeastClickedQuery,
  { kind, limit }: LeastClickedArgs,
): Promise<LeastClickedRow[]> {
  const links = buildLinkClause(scope)
  return em.execute<LeastClickedRow[]>(
    `select link.id as "urlId", coalesce(clicks, 0)::float8 as clicks, (count(*) over ())::float8 as "totalCount",
            (count(*) filter (where coalesce(clicks, 0) = 0) over ())::float8 as "unclickedCount"
       from link
       left join ${linkCountSql} on link_count.url_id = link.id
      where ${links.sql} and kind = ? and created_at < ?::timestamptz
      order by clicks nulls first, created_at desc, id desc
      limit ?`,
    [...toLinkCounts(counts), ...links.values, kind, createdBefore.toISOString(), limit],
  )
}

export interface PlacementRow {
  readonly id: string
  readonly name: string
  readonly count: number
}

/** The clicks on the links of each folder or tag of the workspace, most clicks first. */
export function sumByPlacement(
  em: EntityManager,
  counts: ReadonlyMap<string, number>,
  kind: PlacementKind,
  workspaceId: string,
): Promise<PlacementRow[]> {
  return em.execute<PlacementRow[]>(
    `select placed.id, placed.name, coalesce(sum(clicks), 0)::float8 as count
       from (${placedLinksSql[kind]}) as placed
       left join ${linkCountSql} on link_count.url_id = link_id
      group by placed.id, placed.name
      order by count desc, placed.name, placed.id`,
    [workspaceId, ...toLinkCounts(counts)],
  )
}

/** The kinds of links by their ids. */
export async function findLinkKinds(em: EntityManager, linkIds: readonly string[]): Promise<Map<string, ClickedKind>> {
  if (linkIds.length === 0) return new Map()
  const rows = await em.execute<{ id: string; kind: ClickedKind }[]>('select id, kind from link where id in (?)', [
    linkIds,
  ])
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}
