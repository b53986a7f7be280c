import { toEnumName } from '../../../platform/shared/enum-type.ts'
import { dayMs } from '../../../platform/shared/time.ts'
import type { InsightQuery } from './insight.types.ts'
import type { NamedPlacement } from './placement-lookup.ts'
import { type Dimension, dimensionEnums, type Plan } from './question-plan.ts'

/** The selection of the analytics summary for each dimension. */
const breakdowns: Readonly<Record<Dimension, string>> = {
  country: 'countryStats { country count }',
  region: 'regionStats { region count }',
  city: 'cityStats { city region country count }',
  continent: 'continentStats { continent count }',
  device: 'deviceStats { device count }',
  browser: 'browserStats { browser count }',
  os: 'osStats { os count }',
  referrer: 'referrerStats { referrer count }',
  utmSource: 'utmStats { source { value count } }',
  utmMedium: 'utmStats { medium { value count } }',
  utmCampaign: 'utmStats { campaign { value count } }',
  utmTerm: 'utmStats { term { value count } }',
  utmContent: 'utmStats { content { value count } }',
  trigger: 'triggerStats { trigger count }',
}

/** Maximum number of rows that are read. The rows with the fewest clicks come last, and equal rows are counted. */
export const maxReadRows = 500

/** A question for one row names all rows with equally many clicks, up to this number. */
export const maxTiedRows = 5

/** A series of hours has at most 1000 buckets, so a longer period is read in up to three windows. */
const hourWindowDays = 40
export const maxHourCycleDays = 3 * hourWindowDays

/** The objects that a question names, by id. */
export interface QuestionTargets {
  readonly urlId: string | null
  readonly otherUrlId: string | null
  /** The folder or the tag whose links the answer covers. */
  readonly placement: NamedPlacement | null
}

/** Builds the document for a plan and the links that it names. Text from a user or a model is only in variables. */
export function buildRequest(plan: Plan, { urlId, otherUrlId, placement }: QuestionTargets): InsightQuery {
  const { operation, period, comparedTo } = plan
  const document = new DocumentBuilder(plan, placement)
  if (operation === 'createdLinks') {
    document.addCreatedLinks()
  } else if (operation === 'deadLinks') {
    document.addDeadLinks()
  } else if (plan.cycle === 'hour') {
    for (const [index, window] of splitIntoWindows(period).entries())
      document.addSummary(index === 0 ? 'summary' : `part${index + 1}`, urlId, window)
  } else {
    if (operation === 'linkDetails') document.addLink(urlId)
    document.addSummary('summary', urlId, period)
    if (comparedTo) document.addSummary('previous', urlId, comparedTo)
    if (otherUrlId !== null) document.addSummary('other', otherUrlId, period)
    // With filters, the whole is all clicks of the link. Without filters, the whole is the clicks of all links.
    const isPartOfLink = Object.keys(plan.filters).length > 0
    if (operation === 'share') document.addSummary('whole', isPartOfLink ? urlId : null, period, {})
  }
  return document.build()
}

/** Consecutive windows of at most 40 days. Only the last may have no end. */
function splitIntoWindows({ from, to }: Plan['period']): { readonly from: Date | null; readonly to: Date | null }[] {
  const windows = []
  let start = from
  for (;;) {
    const end = start && new Date(start.getTime() + hourWindowDays * dayMs)
    if (windows.length === 2 || !start || !end || !to || end >= to) return [...windows, { from: start, to }]
    windows.push({ from: start, to: end })
    start = end
  }
}

/** Collects the fields of a document, and declares each variable once. */
class DocumentBuilder {
  private readonly variables = new Map<string, { readonly type: string; readonly value: unknown }>()
  private readonly fields: string[] = []

  constructor(
    private readonly plan: Plan,
    private readonly placement: NamedPlacement | null,
  ) {}

  addSummary(
    alias: string,
    urlId: string | null,
    period: Pick<Plan['period'], 'from' | 'to'>,
    filters: Plan['filters'] = this.plan.filters,
  ): void {
    const suffix = alias === 'summary' ? '' : `Of${alias[0]?.toUpperCase()}${alias.slice(1)}`
    const isSameFilter = alias === 'other'
    const all = [
      ...(urlId === null ? [] : [this.argument('urlId', 'ID!', urlId, alias === 'other' ? 'otherUrlId' : 'urlId')]),
      this.argument(
        'filter',
        'ClickFilter',
        buildFilter({ ...this.plan, filters }, period),
        isSameFilter ? 'filter' : `filter${suffix}`,
      ),
      ...(urlId === null ? this.placementArguments(this.placement) : []),
      ...(alias === 'summary' || alias.startsWith('part') ? this.seriesArguments() : []),
    ]
    const root = urlId === null ? 'accountAnalytics' : 'clickAnalytics'
    this.fields.push(`  ${alias}: ${root}(${all.join(', ')}) { ${this.selectSummary(alias)} }`)
  }

  addDeadLinks(): void {
    const size = this.argument('limit', 'Int', Math.max(this.plan.limit, 1))
    const links = `unreachableUrls(${size}) { id title code currentClicks }`
    this.fields.push(`  linkHealth { isOn unreachable ${links} }`)
  }

  addLink(urlId: string | null): void {
    this.fields.push(`  url(${this.argument('id', 'ID!', urlId, 'urlId')}) { id title shortUrl isActive createdAt }`)
  }

  addCreatedLinks(): void {
    const { from, to } = this.plan.period
    const all = [
      ...(from ? [this.argument('createdFrom', 'DateTime', from.toISOString())] : []),
      ...(to ? [this.argument('createdTo', 'DateTime', to.toISOString())] : []),
      ...this.placementArguments(this.placement),
      this.argument('first', 'Int', this.plan.limit),
    ]
    this.fields.push(`  urls(${all.join(', ')}) { totalCount nodes { id title code createdAt currentClicks } }`)
  }

  build(): InsightQuery {
    const declarations = [...this.variables].map(([name, { type }]) => `$${name}: ${type}`)
    return {
      document: `query Answer(${declarations.join(', ')}) {\n${this.fields.join('\n')}\n}`,
      variables: Object.fromEntries([...this.variables].map(([name, { value }]) => [name, value])),
    }
  }

  /** Declares a variable and returns the argument that uses it. */
  private argument(name: string, type: string, value: unknown, variable = name): string {
    this.variables.set(variable, { type, value })
    return `${name}: $${variable}`
  }

  private placementArguments(placement: NamedPlacement | null): string[] {
    if (!placement) return []
    return placement.kind === 'folder'
      ? [this.argument('folderId', 'ID', placement.id)]
      : [this.argument('tagIds', '[ID!]', [placement.id])]
  }

  private seriesArguments(): string[] {
    const { operation, unit, cycle, order } = this.plan
    const unitArgument = (value: string) => this.argument('unit', 'SeriesUnit', toEnumName(value))
    if (operation === 'timeseries') return [unitArgument(unit)]
    if (operation === 'cycle') return [unitArgument(cycle === 'hour' ? 'hour' : 'day')]
    if (operation === 'breakdown' || (operation === 'topLinks' && order !== 'fewest'))
      return [this.argument('limit', 'Int', maxReadRows)]
    return []
  }

  /** The selection of a summary: its totals, and what the operation needs besides. */
  private selectSummary(alias: string): string {
    const { operation, dimension, order } = this.plan
    const totals = 'totalClicks uniqueVisitors uniqueVisitorsAvailable'
    if (operation === 'cycle') return `${totals} timeseries { timestamp clicks }`
    if (alias !== 'summary') return totals
    if (operation === 'bots') return `${totals} botClicks`
    if (operation === 'linkDetails') return `${totals} lastClickAt`
    if (operation === 'timeseries') return `${totals} timeseries { timestamp clicks uniqueVisitors }`
    if (operation === 'unclickedLinks' || (operation === 'topLinks' && order === 'fewest'))
      return `${totals} ${this.selectLeastClicked()}`
    if (operation === 'topLinks') return `${totals} topLinks { urlId count }`
    if (dimension === 'folder' || dimension === 'tag') {
      const kind = this.argument('kind', 'PlacementKind!', toEnumName(dimension))
      return `${totals} placementStats(${kind}) { id name count }`
    }
    return dimension ? `${totals} ${breakdowns[dimension]}` : totals
  }

  private selectLeastClicked(): string {
    const { operation, linkKind, limit } = this.plan
    const kind = this.argument('kind', 'LinkKind', toEnumName(linkKind))
    const size = this.argument('limit', 'Int', operation === 'topLinks' ? maxReadRows : limit)
    return `leastClickedLinks(${kind}, ${size}) { links { urlId count } totalCount unclickedCount }`
  }
}

/** The filter of a plan as a variable of GraphQL. */
function buildFilter(
  { timezone, filters, includeBots }: Plan,
  { from, to }: Pick<Plan['period'], 'from' | 'to'>,
): Record<string, unknown> {
  const valueFilters = Object.entries(filters).map(([dimension, { values, isExcluded }]) => {
    const names = dimensionEnums[dimension as Dimension] ? values.map(toEnumName) : values
    return [dimension, isExcluded ? { notIn: names } : { in: names }]
  })
  return {
    ...(from && { from: from.toISOString() }),
    ...(to && { to: to.toISOString() }),
    timezone,
    ...Object.fromEntries(valueFilters),
    ...(includeBots && { includeBots }),
  }
}
