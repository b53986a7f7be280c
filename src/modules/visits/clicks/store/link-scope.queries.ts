import { buildPlacementClauses } from '../../../publishing/links/index.ts'
import type { LinkScope } from './click-query.ts'

// Raw SQL, because this is a condition of statements that read links and their clicks.

/** A condition with `?` for each of its values. */
export interface WhereClause {
  readonly sql: string
  readonly values: unknown[]
}

export function joinClauses(clauses: readonly WhereClause[]): WhereClause {
  return {
    sql: clauses.map(({ sql }) => sql).join(' and ') || 'true',
    values: clauses.flatMap<unknown>(({ values }) => values),
  }
}

/** Views of bio pages are recorded like clicks, but do not count as clicks. */
export const isClickedSql = `link.kind <> 'bio_page'`

/** The links of a scope, as a condition on `link`. */
export function buildLinkClause({ workspaceIds, urlIds, placement = {}, includesViews }: LinkScope): WhereClause {
  const clauses = [
    { sql: 'link.workspace_id in (?)', values: [workspaceIds] },
    ...(urlIds === null ? [] : [{ sql: 'link.id in (?)', values: [urlIds] }]),
    ...(includesViews ? [] : [{ sql: isClickedSql, values: [] }]),
    ...buildPlacementClauses(placement),
  ]
  return joinClauses(clauses)
}
