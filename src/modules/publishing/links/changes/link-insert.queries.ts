import type { EntityManager } from '../../../../platform/database/database.ts'
import { executePrepared } from '../../../../platform/database/prepared-statements.ts'
import type { Workspace } from '../../../identity/workspaces/index.ts'
import type { Link } from '../link.entity.ts'
import { linkOptions, toColumnName, toOptionColumns } from '../rules/link-options.ts'
import { toLinkSearchText } from '../rules/link-search-text.ts'

// Raw SQL, because creating links is the most frequent write: the ORM writes forty values into a statement that is planned anew.

/** Links that are created in open transactions are not counted yet. */
export type LinkCounter = Pick<Workspace, 'plan' | 'linkCount'>

const linkColumns = [
  'id, workspace_id, creator_id, domain_id, domain_host, code, is_custom, title, original_url, password_hash, is_active',
  'rule_count, route_rules, folder_id, imported_clicks, import_id, search_text, created_at, updated_at',
  ...linkOptions.map(toColumnName),
].join()

const insertStatement = {
  name: 'insert_links',
  text: `
    with inserted as (
      insert into link (${linkColumns}) select ${linkColumns} from jsonb_populate_recordset(null::link, $1::jsonb))
    select plan, link_count as "linkCount" from workspace where id = $2`,
}

/** Inserts links of a workspace, whose rows have the names of the columns. Returns its plan and how many links it has, of which triggers count the new ones later. */
export async function insertLinks(
  em: EntityManager,
  workspaceId: string,
  rows: readonly object[],
): Promise<LinkCounter> {
  return only(await executePrepared<LinkCounter>(em, insertStatement, [JSON.stringify(rows), workspaceId]))
}

const lockStatement = {
  name: 'lock_link_count',
  text: 'select plan, link_count as "linkCount" from workspace where id = $1 for no key update',
}

/** Locks the counter of links until the commit, so that the limit is exact. */
export async function lockLinkCount(em: EntityManager, workspaceId: string): Promise<LinkCounter> {
  return only(await executePrepared<LinkCounter>(em, lockStatement, [workspaceId]))
}

/** The workspace of a link exists: its foreign key was checked. */
function only([counter]: readonly LinkCounter[]): LinkCounter {
  return counter as LinkCounter
}

/** The row of a new link without rules. */
export function toNewLinkRow(link: Link): object {
  return {
    id: link.id,
    workspace_id: link.workspaceId,
    creator_id: link.creator?.id ?? null,
    domain_id: link.domainId,
    domain_host: link.domainHost,
    code: link.code,
    is_custom: link.isCustom,
    title: link.title,
    original_url: link.originalUrl,
    password_hash: link.passwordHash,
    is_active: link.isActive,
    rule_count: 0,
    folder_id: link.folderId,
    imported_clicks: 0,
    search_text: toLinkSearchText(link),
    ...toOptionColumns(link),
    created_at: link.createdAt,
    updated_at: link.updatedAt,
  }
}
