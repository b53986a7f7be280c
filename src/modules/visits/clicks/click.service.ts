import { decodeCursor, encodeCursor, readSlice, type Slice } from '../../../platform/graphql/pagination/keyset.ts'
import type { ConnectionArgs } from '../../../platform/graphql/pagination/page.inputs.ts'
import { createConnection, isLastPage } from '../../../platform/graphql/pagination/pagination.ts'
import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import type { LinkPlacementFilter } from '../../publishing/links/index.ts'
import { describeVisitors } from './analytics/visitor-figures.ts'
import type { Click } from './click.entity.ts'
import { ClickNotFound } from './click.errors.ts'
import { type AccountClicksArgs, type ClickFilterArgs, type ClickPageArgs, isFiltered } from './click.inputs.ts'
import { ClickConnection, type ClickMap, newestFirst } from './click.types.ts'
import { findCoordinates, getCountryName } from './country-coordinates.ts'
import { ClickFilter } from './filters/click-filter.inputs.ts'
import { readClickFilter } from './filters/read-click-filter.ts'
import { createLinkLoader } from './link-loader.ts'
import type { ReportLimiter } from './report-limiter.ts'
import type { ClickHistory, ClickSelection, CountryCount, LinkScope } from './store/click-query.ts'
import type { ClickReader } from './store/click-store.ts'
import { overlaps, type TimeRange } from './time-range.ts'

/** Which clicks on which links of the caller. */
export type ClickListArgs = AccountClicksArgs & LinkPlacementFilter

interface LinkPageQuery extends Omit<ClickSelection, 'scope'> {
  readonly slice: Slice
}

/** Lists the clicks on the caller's links, newest first, and counts them by country. */
export class ClickService {
  constructor(
    private readonly store: ClickReader,
    private readonly reports: ReportLimiter,
  ) {}

  private readonly loadPage = createLinkLoader<LinkPageQuery, Click[]>(
    ({ em, workspaceIds }, urlIds, { slice, ...query }) =>
      this.store.listByLink(em, { ...query, scope: { workspaceIds, urlIds } }, slice),
    () => [],
  )
  private readonly loadTotal = createLinkLoader<LinkPageQuery, number>(
    ({ em, workspaceIds }, urlIds, query) =>
      this.store.countListed(em, { ...query, scope: { workspaceIds, urlIds } }, true),
    () => 0,
  )

  /** Finds a click on a link of the caller. Throws `ClickNotFound`. */
  async get(context: RequestContext, id: string): Promise<Click> {
    const click = await this.store.find(context.em, { workspaceIds: context.workspaceIds, urlIds: null }, id)
    if (!click) throw new ClickNotFound()
    return click
  }

  /** A page of the clicks on one or all links of the caller. Throws `InvalidParams`. */
  async list(context: RequestContext, page: ClickPageArgs, args: ClickListArgs): Promise<ClickConnection> {
    const selection = selectClicks(context, args)
    const countAll = async () => (await this.store.countListed(context.em, selection, false)).get('') ?? 0
    if (context.isRest) {
      const readTotal = isFiltered(args) && !page.count ? () => undefined : countAll
      return this.listRestPage(context, page, { selection, countAll, readTotal })
    }
    const slice = readSlice(newestFirst, page)
    const clicks = await this.store.list(context.em, selection, slice)
    return createConnection(ClickConnection, clicks, { order: newestFirst, slice, countAll })
  }

  /** A page by its number or after a cursor. Throws `InvalidParams`, also when both are given. */
  private async listRestPage(
    context: RequestContext,
    { page, limit, cursor }: ClickPageArgs,
    { selection, countAll, readTotal }: RestClickQuery,
  ): Promise<ClickConnection> {
    if (cursor != null && page > 1) throw InvalidParams.forField('page', 'must not be combined with cursor')
    const after = cursor == null ? null : decodeCursor(newestFirst, cursor, 'cursor')
    const slice = { size: limit, isBackward: false, after, before: null }
    const clicks = await this.store.list(context.em, selection, slice, (page - 1) * limit)
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
    const query = { ...readFilter(context, selection), slice }
    const args = { ...page, ...selection }
    const clicks = await this.loadPage(context, urlId, args, query)
    const countAll = () => this.loadTotal(context, urlId, args, query)
    return createConnection(ClickConnection, clicks, { order: newestFirst, slice, countAll })
  }

  /** Returns a point for each country, most clicks first. Throws `InvalidParams` for an invalid period. */
  async buildMap(context: RequestContext, args: ClickListArgs): Promise<ClickMap> {
    const selection = selectClicks(context, args)
    return this.reports.run(context.accountId, context, () =>
      this.store.inSnapshot(context.em, async (em) => {
        const [history] = await this.store.readHistory(em, selection.scope, { isPerLink: false, includeBots: true })
        return toClickMap(await this.store.countCountries(em, selection), history as ClickHistory, selection.range)
      }),
    )
  }
}

interface RestClickQuery {
  readonly selection: ClickSelection
  readonly countAll: () => Promise<number>
  /** Undefined for a list that is not counted. */
  readonly readTotal: () => Promise<number> | undefined
}

/** The clicks that the arguments select. Throws `InvalidParams` for an invalid period. */
export function selectClicks(context: RequestContext, args: ClickListArgs): ClickSelection {
  return { scope: toScope(context, args), ...readFilter(context, args) }
}

function readFilter(context: RequestContext, { filter }: ClickFilterArgs): Omit<ClickSelection, 'scope'> {
  return readClickFilter(filter ?? new ClickFilter(), context.now())
}

/**
 * The links of the workspace, or the one link that the arguments name, in any workspace of the caller. If the arguments
 * name a folder or tags, only links there.
 */
function toScope(context: RequestContext, { urlId, folderId, tagIds }: ClickListArgs): LinkScope {
  const placement = { folderId, tagIds }
  if (urlId == null) return { workspaceIds: [context.workspaceId], urlIds: null, placement }
  return { workspaceIds: context.workspaceIds, urlIds: [urlId], placement }
}

function toClickMap(rows: readonly CountryCount[], history: ClickHistory, range: TimeRange): ClickMap {
  const basis = { ...history, people: 0, unidentified: 0 }
  let unlocated = 0
  const features = rows.flatMap(({ country, clicks: count, people, unidentified, visitors: uniqueVisitors }) => {
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
  const { deleted } = history
  const countsFrom = deleted && overlaps(range, deleted) ? deleted.to : null
  return { type: 'FeatureCollection', features, unlocated, ...describeVisitors(basis), countsFrom }
}
