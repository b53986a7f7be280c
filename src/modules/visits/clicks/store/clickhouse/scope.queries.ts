import type { EntityManager } from '../../../../../platform/database/database.ts'
import type { LinkScope } from '../click-query.ts'
import { buildLinkClause } from '../link-scope.queries.ts'

// Raw SQL, because PostgreSQL says which links are in a scope, and under which workspaces ClickHouse has their clicks.

/** A link, and the workspaces under which its clicks are in ClickHouse. */
export interface ScopedLink {
  readonly id: string
  readonly isPrivate: boolean
  readonly workspaceIds: readonly string[]
}

/** The links of a scope, as ClickHouse finds their clicks. */
export type ResolvedScope =
  | { readonly kind: 'links'; readonly links: readonly ScopedLink[] }
  | {
      /** All links of workspaces, which may be millions. */
      readonly kind: 'workspaces'
      readonly workspaceIds: readonly string[]
      readonly includesViews: boolean
      /** Links that have clicks under these workspaces, and were moved away or deleted. */
      readonly goneIds: readonly string[]
      /** Links that also have clicks under other workspaces. */
      readonly moved: readonly ScopedLink[]
      readonly privateIds: readonly string[]
      /** Whether there are links that are not in privacy mode. */
      readonly hasOtherLinks: boolean
    }

/** Whether no click can be in a scope. */
export const isEmpty = (scope: ResolvedScope): boolean => scope.kind === 'links' && scope.links.length === 0

/** Finds the links of a scope. With `isPerLink`, they are listed, however many they are. */
export async function resolveScope(em: EntityManager, scope: LinkScope, isPerLink = false): Promise<ResolvedScope> {
  const { sql, values } = buildLinkClause(scope)
  const isWhole = scope.urlIds === null && Object.values(scope.placement ?? {}).every((value) => value == null)
  if (!isWhole || isPerLink) return { kind: 'links', links: await findLinks(em, sql, values) }
  const { workspaceIds, includesViews = false } = scope
  const moved = await findLinks(em, `${sql} and link.id in (select url_id from click_former_workspace)`, values)
  const gone = await em.execute<{ id: string }[]>(goneSql, [workspaceIds, workspaceIds])
  const hidden = await em.execute<{ id: string }[]>(`select id from link where ${sql} and privacy_mode`, values)
  const others = await em.execute(`select 1 from link where ${sql} and not privacy_mode limit 1`, values)
  const toIds = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)
  const [goneIds, privateIds] = [toIds(gone), toIds(hidden)]
  return {
    kind: 'workspaces',
    workspaceIds,
    includesViews,
    goneIds,
    moved,
    privateIds,
    hasOtherLinks: others.length > 0,
  }
}

/** Finds links by their ids. Those that do not exist are missing. */
export function findLinksByIds(em: EntityManager, urlIds: readonly string[]): Promise<ScopedLink[]> {
  return urlIds.length === 0 ? Promise.resolve([]) : findLinks(em, 'link.id in (?)', [urlIds])
}

/** The deleted links whose clicks ClickHouse may still have. */
export async function findDeletedIds(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>('select url_id as id from click_deletion')
  return rows.map(({ id }) => id)
}

function findLinks(em: EntityManager, sql: string, values: readonly unknown[]): Promise<ScopedLink[]> {
  return em.execute<ScopedLink[]>(
    `select link.id, link.privacy_mode as "isPrivate",
            array(select workspace_id from click_former_workspace where url_id = link.id)
              || coalesce(link.workspace_id, '') as "workspaceIds"
       from link
      where ${sql}`,
    [...values],
  )
}

const goneSql = `
  select url_id as id
    from click_former_workspace as former
   where workspace_id in (?)
     and not exists (select from link where link.id = former.url_id and link.workspace_id in (?))
  union
  select url_id from click_deletion`

/** The dynamic QR codes of links, by the ids of the links. */
export async function findQrCodes(em: EntityManager, urlIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (urlIds.length === 0) return new Map()
  const rows = await em.execute<{ id: string; code: string }[]>(
    `select id, find_dynamic_qr(id) as code from link where kind = 'qr' and id in (?)`,
    [urlIds],
  )
  return new Map(rows.map(({ id, code }) => [id, code]))
}

/**
 * The links with clicks under another workspace than theirs, and the deleted links whose clicks ClickHouse may still have, with their
 * workspace now; null for none.
 */
export async function findMovedWorkspaces(em: EntityManager): Promise<ReadonlyMap<string, string | null>> {
  const rows = await em.execute<{ id: string; workspaceId: string | null }[]>(`
    select url_id as id, (select workspace_id from link where link.id = url_id) as "workspaceId"
      from (select url_id from click_former_workspace union select url_id from click_deletion) as moved`)
  return new Map(rows.map(({ id, workspaceId }) => [id, workspaceId]))
}
