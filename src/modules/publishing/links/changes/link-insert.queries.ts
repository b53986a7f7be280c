import type { EntityManager } from '../../../../platform/database/database.ts'
import { executePrepared } from '../../../../platform/database/prepared-statements.ts'
import type { RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { PlanLimit } from '../../../../platform/rate-limiting/plan-limit.ts'
import { PlanLimitReached } from '../../../../platform/shared/general.errors.ts'
import { Workspace } from '../../../identity/workspaces/index.ts'
import { Link } from '../link.entity.ts'
import { linkOptions, toColumnName, toOptionColumns } from '../rules/link-options.ts'
import { toLinkSearchText } from '../rules/link-search-text.ts'

/** How many links a workspace may have. Links of dynamic QR codes are not counted. */
export const linkPlanLimit: PlanLimit = {
  resourceName: 'links',
  maximum: 'links',
  holder: 'workspace',
  selectUsed: (em, id) => em.createQueryBuilder(Workspace).select('linkCount').where({ id }),
  findNewest: (em, workspace) => em.findOne(Link, { workspace, kind: 'link' }, { orderBy: { createdAt: 'desc' } }),
}

/**
 * From this many links before the limit on, links of one workspace are created one after the other, so that the limit
 * is exact.
 */
const exactRange = 1_000

/**
 * Inserts links of a workspace, in the transaction that creates them. Throws `PlanLimitReached` when not all of them
 * fit. Links are counted at the commit, so that transactions of one workspace hardly wait for each other. Near the
 * limit, the row of the workspace is locked until the commit (docs/decisions/plans.md).
 */
export async function insertLinksWithinLimit(
  { settings }: RequestContext,
  em: EntityManager,
  workspaceId: string,
  links: readonly Link[],
): Promise<void> {
  const { plan, linkCount } = await insertLinks(em, workspaceId, links.map(toNewLinkRow))
  const { links: maximum } = settings.plans[plan]
  assertWithin(maximum, linkCount, links.length)
  if (linkCount + links.length + exactRange <= maximum) return
  const locked = await lockLinkCount(em, workspaceId)
  assertWithin(settings.plans[locked.plan].links, locked.linkCount, links.length)
}

function assertWithin(maximum: number, used: number, added: number): void {
  if (used + added > maximum) throw new PlanLimitReached('links', maximum, used, 'workspace')
}

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
function toNewLinkRow(link: Link): object {
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
