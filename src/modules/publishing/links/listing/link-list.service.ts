import { raw } from '@mikro-orm/postgresql'
import DataLoader from 'dataloader'
import type { Settings } from '../../../../config.ts'
import { type CountedList, readCountedList } from '../../../../platform/database/counted-list.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'
import type { ReadOnly } from '../../../../platform/database/read-only.ts'
import type { ConnectionArgs } from '../../../../platform/graphql/pagination/page.inputs.ts'
import { type FindRows, findConnection } from '../../../../platform/graphql/pagination/pagination.ts'
import { batchById, perRequest, type RequestContext } from '../../../../platform/graphql/request-context.ts'
import type { Account } from '../../../identity/accounts/index.ts'
import { Link } from '../link.entity.ts'
import type { LinkFilterArgs, LinkSearchArgs } from '../link.inputs.ts'
import { type LinkState, UrlConnection } from '../link.types.ts'
import { buildPlacementClauses, type LinkPlacementFilter } from '../organizing/organizing.queries.ts'
import { LinkClickTotal } from './link-click-total.entity.ts'
import { type CountedLink, findNewestLinks, readLinkCount } from './link-reads.queries.ts'
import { linkSorts, sortsByClicks } from './link-sorts.ts'
import { buildSearchConditions } from './search.queries.ts'

/** Selects, sorts and pages links. */
export interface LinkListQuery {
  readonly page: ConnectionArgs
  readonly search: LinkSearchArgs
  /** The folder or the tag whose links are listed, in addition to what the search selects. */
  readonly within?: LinkPlacementFilter
  /** Further conditions on the links, of a module that knows more about them. */
  readonly conditions?: readonly object[]
}

/** The caller's links with search and sorting. */
export class LinkListService {
  /** `owner { urls }` on a page of 100 links runs one query for each distinct argument list. */
  private readonly listLoader = perRequest((context) => {
    const loader = new DataLoader<LinkListQuery, UrlConnection, string>(
      (queries) => {
        // Later requests for the same page read it again, because a mutation may have changed it.
        loader.clearAll()
        return Promise.all(queries.map((query) => this.list(context, query).catch((error: Error) => error)))
      },
      { cacheKeyFn: (query) => JSON.stringify(query) },
    )
    return loader
  })

  list(context: RequestContext, { page, search, within, conditions }: LinkListQuery): Promise<UrlConnection> {
    const where = buildLinkFilter(context, search, within, conditions)
    const { workspace, ...ofLink } = where
    const isUnfiltered = Object.keys(ofLink).length === 1
    const order = linkSorts.orders[search.sort]
    let first: CountedLink | undefined
    const counting = isUnfiltered
      ? { countAll: async () => first?.totalCount ?? readLinkCount(context, workspace) }
      : { countAll: () => context.em.count(Link, where), countsOnRequest: true }
    if (sortsByClicks(search.sort)) {
      // With filters, the query must not read rows of other workspaces either, even when the database begins with the
      // links.
      const link = isUnfiltered ? ofLink : where
      const totals = { where: { workspaceId: workspace, link }, options: { populate: ['link'] as const } }
      return findConnection(context, UrlConnection, LinkClickTotal, { ...totals, order, toNode, ...counting }, page)
    }
    const findNewest: FindRows<ReadOnly<Link>> = async (rows) => {
      const links = await findNewestLinks(context, workspace, rows)
      first = links[0]
      return links
    }
    const findRows = isUnfiltered && search.sort === 'created_desc' ? findNewest : undefined
    return findConnection(context, UrlConnection, Link, { where, order, findRows, ...counting }, page)
  }

  /** The links of an account, or null if it is not the caller's. */
  async listForAccount(context: RequestContext, { id }: Account, query: LinkListQuery): Promise<UrlConnection | null> {
    return id === context.accountId ? this.listLoader(context).load(query) : null
  }
}

function toNode({ link, clicks, lastClickAt }: LinkClickTotal): ReadOnly<Link> {
  return Object.assign(link.unwrap(), { clickTotal: { clicks, lastClickAt } })
}

/** Which links are selected, and for which time. */
export interface LinkFilterScope extends Pick<RequestContext, 'workspaceId'> {
  readonly settings: Pick<Settings, 'shortUrl'>
  now(): Date
}

/** The links of a workspace that a filter selects. */
export function buildLinkFilter(
  scope: LinkFilterScope,
  filter: LinkFilterArgs,
  within: LinkPlacementFilter = {},
  further: readonly object[] = [],
) {
  const { search, isActive, state, hasPassword, creatorId, domainId, createdFrom, createdTo } = filter
  const { unchangedSince, importId, hasClicks } = filter
  const { workspaceId, settings } = scope
  const conditions: object[] = [
    ...[filter, within].flatMap(toPlacementConditions),
    ...further,
    ...buildSearchConditions(search ?? '', { workspaceId, shortUrl: settings.shortUrl }),
    ...(state ? buildStateConditions(state, scope.now()) : []),
    ...(typeof hasPassword === 'boolean' ? [{ passwordHash: hasPassword ? { $ne: null } : null }] : []),
    ...(creatorId == null ? [] : [{ creator: creatorId }]),
    ...(importId == null ? [] : [{ importId }]),
    ...(typeof hasClicks === 'boolean' ? [{ currentClicks: hasClicks ? { $gt: 0 } : 0 }] : []),
  ]
  return {
    workspace: workspaceId,
    kind: 'link' as const,
    ...(conditions.length > 0 && { $and: conditions }),
    ...(domainId != null && { domain: domainId }),
    ...(typeof isActive === 'boolean' && { isActive }),
    ...(unchangedSince && { updatedAt: { $lte: unchangedSince } }),
    ...((createdFrom || createdTo) && {
      createdAt: { ...(createdFrom && { $gte: createdFrom }), ...(createdTo && { $lt: createdTo }) },
    }),
  }
}

/** The conditions of a state: its own condition, and that no earlier state applies. */
function buildStateConditions(state: LinkState, now: Date): object[] {
  // Raw SQL, because columns are compared. Imported clicks use up no limit.
  const compareClicks = (operator: '>=' | '<') => ({
    [raw(
      (link) =>
        `coalesce(${link}.current_clicks - ${link}.past_clicks ${operator} ${link}.click_limit, ${operator === '<'})`,
    )]: [],
  })
  const causes: readonly (readonly [LinkState, applies: object, applyNot: object])[] = [
    ['blocked', { blockedAt: { $ne: null } }, { blockedAt: null }],
    ['inactive', { isActive: false }, { isActive: true }],
    ['scheduled', { startsAt: { $gt: now } }, { $or: [{ startsAt: null }, { startsAt: { $lte: now } }] }],
    ['expired', { expiresAt: { $lte: now } }, { $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] }],
    ['limit_reached', compareClicks('>='), compareClicks('<')],
  ]
  const index = causes.findIndex(([name]) => name === state)
  const [, applies] = causes[index] ?? []
  const before = index === -1 ? causes : causes.slice(0, index)
  return [...before.map(([, , applyNot]) => applyNot), ...(applies ? [applies] : [])]
}

/** Raw SQL, because the ORM has no "exists": the clicks of these links are selected by the same conditions. */
function toPlacementConditions(filter: LinkPlacementFilter) {
  const valuesOf = buildPlacementClauses(filter).map(({ values }) => values)
  return valuesOf.map((values, index) => ({
    [raw((alias) => buildPlacementClauses(filter, alias)[index]?.sql ?? 'true', values)]: [],
  }))
}

/** The link of the caller with this id, which may belong to a QR code; null for a deleted link. */
export const loadOwnedLink = batchById(({ em, workspaceIds }, ids) =>
  em.find(Link, { id: { $in: ids }, workspace: { $in: workspaceIds } }),
)

export type BlockedLink = Pick<Link, 'id' | 'code' | 'domainHost' | 'blockedAt' | 'blockedReason'>

/** The blocked links of an account in the order of their blocking, and their total number. There may be thousands. */
export function findBlockedLinks(
  em: EntityManager,
  workspaceId: string,
  limit: number,
): Promise<CountedList<BlockedLink>> {
  const where = { workspace: workspaceId, blockedAt: { $ne: null } }
  return readCountedList(
    limit,
    () =>
      em.find(Link, where, {
        orderBy: { blockedAt: 'asc', id: 'asc' },
        limit,
        fields: ['code', 'domainHost', 'blockedAt', 'blockedReason'],
        disableIdentityMap: true,
      }),
    () => em.count(Link, where),
  )
}
