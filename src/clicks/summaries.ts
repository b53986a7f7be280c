import { IsolationLevel } from '@mikro-orm/postgresql'
import type { EntityManager } from '../database/open.ts'
import { type Dimension, untold } from './rollups/dimensions.ts'
import { plannedSql } from './rollups/fold.ts'
import { type Question, seriesOf } from './rollups/question.ts'
import { type Figure, type Subject, tally } from './rollups/tally.ts'
import { AccountAnalytics, AnalyticsSummary, type Bucket } from './summary.ts'

/** A link as the owner's question finds it. */
interface Found {
  readonly id: string
  readonly isPrivate: boolean
  readonly firstClick: string | Date | null
}

/** One value of a breakdown. */
interface Share {
  readonly value: string
  readonly count: number
}

/** A filter over millions of rows may take longer than the statements of other requests. */
const patienceMs = 30_000

/** Regions with fewer clicks could name a person to who knows the place. */
const fewestInRegion = 3

/**
 * Sums up links of one owner, however many, by two statements; ids that are not this owner's are left out. Both read one
 * snapshot, so every breakdown and the series add up to the total. A link whose series would be too long has its
 * refusal instead.
 */
export function summarizeLinks(
  em: EntityManager,
  question: Question,
  ownerId: string,
  urlIds: readonly string[],
): Promise<Map<string, AnalyticsSummary | Error>> {
  return inSnapshot(em, async (inner) => {
    const found = await findLinks(inner, question, ownerId, urlIds)
    const answers = new Map<string, AnalyticsSummary | Error>()
    const series = new Map<string, Date[]>()
    for (const { id, firstClick } of found) {
      try {
        series.set(id, seriesOf(question, firstClick === null ? null : new Date(firstClick)))
      } catch (error) {
        answers.set(id, error as Error)
      }
    }
    const told = found.filter(({ id }) => series.has(id))
    const subject: Subject = { ownerId, urlIds: told.map(({ id }) => id), together: false }
    const figures = told.length > 0 ? await tally(inner, question, subject, series) : []
    const figuresOf = Map.groupBy(figures, ({ key }) => key)
    for (const { id, isPrivate } of told) {
      const starts = series.get(id) ?? []
      answers.set(id, summaryOf(figuresOf.get(id) ?? [], { starts, isPrivate, limit: question.limit }))
    }
    return answers
  })
}

/** Sums up all links of an owner as if they were one, by two statements that read one snapshot. */
export function summarizeAccount(em: EntityManager, question: Question, ownerId: string): Promise<AccountAnalytics> {
  return inSnapshot(em, async (inner) => {
    const found = await findLinks(inner, question, ownerId, null)
    const clicked = found.flatMap(({ firstClick }) => (firstClick === null ? [] : [new Date(firstClick).getTime()]))
    const starts = seriesOf(question, clicked.length > 0 ? new Date(clicked.reduce((a, b) => Math.min(a, b))) : null)
    const figures = await tally(inner, question, { ownerId, urlIds: null, together: true }, new Map([['', starts]]))
    const isPrivate = found.length > 0 && found.every((link) => link.isPrivate)
    const links = figures.filter(({ dimension }) => dimension === 'link')
    return Object.assign(new AccountAnalytics(), summaryOf(figures, { starts, isPrivate, limit: question.limit }), {
      topLinks: links.map(({ value, clicks }) => ({ urlId: value, count: clicks })),
    })
  })
}

function inSnapshot<T>(em: EntityManager, read: (inner: EntityManager) => Promise<T>): Promise<T> {
  return em.transactional(read, { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true })
}

function findLinks(
  em: EntityManager,
  { includeBots }: Question,
  ownerId: string,
  urlIds: readonly string[] | null,
): Promise<Found[]> {
  return em.execute<Found[]>(foundSql(includeBots, urlIds !== null), urlIds ? [ownerId, urlIds] : [ownerId])
}

/**
 * Also readies the transaction: the newest clicks are found by an index that the planner would not trust. The first
 * click is looked for in the sums too, for its row may have aged out.
 */
const foundSql = (includeBots: boolean, named: boolean) => `
  select link.id, link.privacy_mode as "isPrivate", ${plannedSql}, set_config('statement_timeout', '${patienceMs}', true),
         least(
           (select starts_at from click_rollup
             where url_id = link.id and span = 'quarter' and ${includeBots ? 'true' : 'clicks > 0'}
             order by starts_at limit 1),
           (select created_at from click
             where url_id = link.id and ${includeBots ? 'true' : 'not is_bot'}
             order by created_at limit 1)) as "firstClick"
    from link where owner_id = ?${named ? ' and id in (?)' : ''}`

interface Frame {
  readonly starts: readonly Date[]
  readonly isPrivate: boolean
  readonly limit: number
}

function summaryOf(figures: readonly Figure[], { starts, isPrivate, limit }: Frame): AnalyticsSummary {
  const total = figures.find(({ dimension }) => dimension === 'total')
  const clicks = total?.clicks ?? 0
  const by = (dimension: Dimension) => sharesOf(figures, dimension, clicks, limit)
  const utm = (dimension: Dimension) => by(dimension).map(({ value, count }) => ({ value, count }))
  return Object.assign(new AnalyticsSummary(), {
    totalClicks: clicks,
    uniqueVisitors: isPrivate ? 0 : (total?.visitors ?? 0),
    uniqueVisitorsAvailable: !isPrivate,
    botClicks: total?.robots ?? 0,
    lastClickAt: total?.lastAt ? new Date(total.lastAt) : null,
    countryStats: by('country').map(({ value, count }) => ({ country: value, count })),
    regionStats: withoutFew(by('region')).map(({ value, count }) => ({ region: value, count })),
    deviceStats: by('device').map(({ value, count }) => ({ device: value, count })),
    browserStats: by('browser').map(({ value, count }) => ({ browser: value, count })),
    osStats: by('os').map(({ value, count }) => ({ os: value, count })),
    referrerStats: by('referrer').map(({ value, count }) => ({ referrer: value, count })),
    utmStats: { source: utm('utm_source'), medium: utm('utm_medium'), campaign: utm('utm_campaign') },
    triggerStats: by('trigger').map(({ value, count }) => ({ trigger: value, count })),
    timeseries: bucketsOf(figures, starts, isPrivate),
  })
}

/** The values of a dimension, most first; the clicks that tell none are what is missing to the total. */
function sharesOf(figures: readonly Figure[], dimension: Dimension, total: number, limit: number): Share[] {
  const told = figures.filter((figure) => figure.dimension === dimension)
  const missing = total - (told[0]?.told ?? 0)
  const shares = told.map(({ value, clicks }) => ({ value, count: clicks }))
  return (missing > 0 ? merged([...shares, { value: untold, count: missing }]) : shares).slice(0, limit)
}

function withoutFew(regions: readonly Share[]): Share[] {
  return merged(
    regions.map(({ value, count }) => ({ value: count < fewestInRegion && value !== untold ? 'Other' : value, count })),
  )
}

/** One share for each value, most first. */
function merged(shares: readonly Share[]): Share[] {
  return [...Map.groupBy(shares, ({ value }) => value)]
    .map(([value, same]) => ({ value, count: same.reduce((sum, { count }) => sum + count, 0) }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}

/** Every stretch of the series, those without a click included. */
function bucketsOf(figures: readonly Figure[], starts: readonly Date[], isPrivate: boolean): Bucket[] {
  const buckets = starts.map((timestamp) => ({ timestamp, clicks: 0, uniqueVisitors: 0 }))
  for (const { dimension, value, clicks, visitors } of figures) {
    const bucket = dimension === 'series' && buckets[Math.max(Number(value), 1) - 1]
    if (!bucket) continue
    bucket.clicks += clicks
    if (!isPrivate) bucket.uniqueVisitors += visitors
  }
  return buckets
}
