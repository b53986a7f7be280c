import { decodeCursor, encodeCursor, readSlice, type Slice } from '../../../platform/graphql/pagination/keyset.ts'
import type { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { createConnection, isLastPage } from '../../../platform/graphql/pagination/pagination.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import type { LinkPlacementFilter } from '../../publishing/links/index.ts'
import { findDeletedPeriod } from './analytics/deleted-clicks.ts'
import { inSnapshot } from './analytics/report-snapshot.ts'
import { describeVisitors } from './analytics/visitor-figures.ts'
import type { Click } from './click.entity.ts'
import { ClickNotFound } from './click.errors.ts'
import { type AccountClicksArgs, type ClickFilterArgs, type ClickPageArgs, isFiltered } from './click.inputs.ts'
import { ClickConnection, type ClickMap, newestFirst } from './click.types.ts'
import { findCoordinates, getCountryName } from './country-coordinates.ts'
import { ClickFilter } from './filters/click-filter.inputs.ts'
import { createLinkLoader } from './link-loader.ts'
import type { ReportLimiter } from './report-limiter.ts'
import type { LinkScope } from './store/click-query.ts'
import { type AnalyzedLinkRow, findAnalyzedLinks } from './store/postgres/counting/analytics.queries.ts'
import { countWorkspaceClicks } from './store/postgres/counting/workspace-click-count.queries.ts'
import { findWholeWorkspace } from './store/postgres/counting/workspace-facts.queries.ts'
import {
  buildWhereClause,
  type CountryTotalsRow,
  countClicksByLink,
  findClickById,
  findClicks,
  findClicksByLink,
  findCountryTotals,
  type WhereClause,
} from './store/postgres/listing/click.queries.ts'
import { overlaps, resolveRange, type TimeRange } from './time-range.ts'

/** Which clicks on which links of the caller. */
export type ClickSelection = AccountClicksArgs & LinkPlacementFilter

interface LinkPageQuery {
  readonly where: WhereClause
  readonly slice: Slice
}

/** Lists the clicks on the caller's links, newest first, and counts them by country. */
export class ClickService {
  constructor(private readonly reports: ReportLimiter) {}

  private readonly loadPage = createLinkLoader<LinkPageQuery, Click[]>(
    (context, urlIds, { where, slice }) =>
      findClicksByLink(context.em, { workspaceIds: context.workspaceIds, urlIds }, where, slice),
    () => [],
  )
  private readonly loadTotal = createLinkLoader<LinkPageQuery, number>(
    (context, urlIds, { where }) =>
      countClicksByLink(context.em, { workspaceIds: context.workspaceIds, urlIds }, where),
    () => 0,
  )

  /** Finds a click on a link of the caller. Throws `ClickNotFound`. */
  async get(context: RequestContext, id: string): Promise<Click> {
    const click = await findClickById(context.em, { workspaceIds: context.workspaceIds, urlIds: null }, id)
    if (!click) throw new ClickNotFound()
    return click
  }

  /** A page of the clicks on one or all links of the caller. Throws `InvalidParams`. */
  async list(context: RequestContext, page: ClickPageArgs, selection: ClickSelection): Promise<ClickConnection> {
    const scope = toScope(context, selection)
    const where = toWhereClause(context, selection)
    const countAll = () => countClicks(context, selection, { scope, where })
    if (context.isRest) {
      const readTotal = isFiltered(selection) && !page.count ? () => undefined : countAll
      return this.listRestPage(context, page, { scope, where, countAll, readTotal })
    }
    const slice = readSlice(newestFirst, page)
    const clicks = await findClicks(context.em, scope, where, slice)
    return createConnection(ClickConnection, clicks, { order: newestFirst, slice, countAll })
  }

  /** A page by its number or after a cursor. Throws `InvalidParams`, also when both are given. */
  private async listRestPage(
    context: RequestContext,
    { page, limit, cursor }: ClickPageArgs,
    { scope, where, countAll, readTotal }: RestClickQuery,
  ): Promise<ClickConnection> {
    if (cursor != null && page > 1) throw InvalidParams.forField('page', 'must not be combined with cursor')
    const after = cursor == null ? null : decodeCursor(newestFirst, cursor, 'cursor')
    const slice = { size: limit, isBackward: false, after, before: null }
    const clicks = await findClicks(context.em, scope, where, slice, (page - 1) * limit)
    const last = clicks.length > limit ? clicks[limit - 1] : undefined
    const nextCursor = last ? encodeCursor(newestFirst, last) : null
    // Counting costs as much as reading all pages. Clients that page by cursor got the total with the first page.
    const isLast = isLastPage(page, clicks, last !== undefined)
    const total = after ? undefined : await (isLast ? (page - 1) * limit + clicks.length : readTotal())
    context.setPage({ page, limit, nextCursor, total })
    return createConnection(ClickConnection, clicks, { order: newestFirst, slice, countAll })
  }

  /** A page of the clicks on one link. For a link of another account it is empty. Throws `InvalidParams`. */
  async listForLink(
    context: RequestContext,
    urlId: string,
    page: ConnectionArgs,
    selection: ClickFilterArgs,
  ): Promise<ClickConnection> {
    const slice = readSlice(newestFirst, page)
    const query = { where: toWhereClause(context, selection), slice }
    const args = { ...page, ...selection }
    const clicks = await this.loadPage(context, urlId, args, query)
    const countAll = () => this.loadTotal(context, urlId, args, query)
    return createConnection(ClickConnection, clicks, { order: newestFirst, slice, countAll })
  }

  /** Returns a point for each country, most clicks first. Throws `InvalidParams` for an invalid period. */
  async buildMap(context: RequestContext, selection: ClickSelection): Promise<ClickMap> {
    const where = toWhereClause(context, selection)
    const scope = toScope(context, selection)
    const range = resolveRange(selection.filter ?? new ClickFilter(), context.now())
    return this.reports.run(context.accountId, context, () =>
      inSnapshot(context.em, async (em) => {
        const links = await findAnalyzedLinks(em, { includeBots: true }, scope)
        return toClickMap(await findCountryTotals(em, scope, where), links, range)
      }),
    )
  }
}

interface RestClickQuery {
  readonly scope: LinkScope
  readonly where: WhereClause
  readonly countAll: () => Promise<number>
  /** Undefined for a list that is not counted. */
  readonly readTotal: () => Promise<number> | undefined
}

/**
 * Counts by the rollups if all clicks of a workspace, or all clicks in a period, are selected. Otherwise counts one by
 * one.
 */
async function countClicks(
  context: RequestContext,
  selection: ClickSelection,
  { scope, where }: Pick<RestClickQuery, 'scope' | 'where'>,
): Promise<number> {
  const filter = selection.filter ?? new ClickFilter()
  const query = { range: resolveRange(filter, context.now()), includeBots: filter.includeBots }
  const workspaceId = isFiltered(selection) ? undefined : findWholeWorkspace(scope)
  const total = workspaceId && (await countWorkspaceClicks(context.em, query, workspaceId))
  if (typeof total === 'number') return total
  const counts = await countClicksByLink(context.em, scope, where)
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/**
 * The links of the workspace, or the one link that the arguments name, in any workspace of the caller. If the arguments
 * name a folder or tags, only links there.
 */
export function toScope(
  context: RequestContext,
  { urlId, folderId, tagIds }: Pick<ClickSelection, 'urlId' | 'folderId' | 'tagIds'>,
): LinkScope {
  const placement = { folderId, tagIds }
  if (urlId == null) return { workspaceIds: [context.workspaceId], urlIds: null, placement }
  return { workspaceIds: context.workspaceIds, urlIds: [urlId], placement }
}

function toWhereClause(context: RequestContext, { filter }: ClickFilterArgs): WhereClause {
  return buildWhereClause(filter ?? new ClickFilter(), context.now())
}

function toClickMap(rows: readonly CountryTotalsRow[], links: readonly AnalyzedLinkRow[], range: TimeRange): ClickMap {
  const basis = { people: 0, unidentified: 0, linkPrivacy: links.map(({ isPrivate }) => isPrivate) }
  let unlocated = 0
  const features = rows.flatMap(({ country, count, people, unidentified, uniqueVisitors }) => {
    basis.people += people
    basis.unidentified += unidentified
    const coordinates = country === null ? null : findCoordinates(country)
    if (country === null || coordinates === null) {
      unlocated += count
      return []
    }
    const properties = { country, countryName: getCountryName(country), count, uniqueVisitors }
    return [{ type: 'Feature', geometry: { type: 'Point', coordinates: [...coordinates] }, properties }]
  })
  const deleted = findDeletedPeriod(links)
  const countsFrom = deleted && overlaps(range, deleted) ? deleted.to : null
  return { type: 'FeatureCollection', features, unlocated, ...describeVisitors(basis), countsFrom }
}
