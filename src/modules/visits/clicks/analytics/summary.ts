import { type ClickHistory, type CountRow, type Dimension, unknownValue } from '../store/click-query.ts'
import { AnalyticsSummary } from './analytics.types.ts'
import { findCountsFrom } from './deleted-clicks.ts'
import { countContinents, parseCity } from './places.ts'
import { type BucketOptions, buildBuckets } from './series.ts'
import { describeVisitors } from './visitor-figures.ts'

export interface SummaryOptions extends Omit<BucketOptions, 'deleted'> {
  readonly history: ClickHistory
}

/** A summary of the counts of one link, or of all links together. */
export function buildSummary(counts: readonly CountRow[], { history, ...options }: SummaryOptions): AnalyticsSummary {
  const total = counts.find(({ grouping }) => grouping === 'total')
  const countsBy = (dimension: Dimension) =>
    counts.filter(({ grouping }) => grouping === dimension).map(({ value, clicks }) => ({ value, count: clicks }))
  const { limit } = options.query
  // All countries, whatever the limit.
  const countries = countsBy('country')
  const people = total ? total.clicks - (options.query.includeBots ? total.botClicks : 0) : 0
  const unidentified = counts.find(({ grouping }) => grouping === 'unidentified')?.clicks ?? 0
  return Object.assign(new AnalyticsSummary(), {
    totalClicks: total?.clicks ?? 0,
    uniqueVisitors: total?.visitors ?? 0,
    ...describeVisitors({ people, unidentified, ...history }),
    countsFrom: findCountsFrom(options, history.deleted),
    botClicks: total?.botClicks ?? 0,
    lastClickAt: total?.lastAt ? new Date(total.lastAt) : null,
    countryStats: countries.slice(0, limit).map(({ value, count }) => ({ country: value, count })),
    regionStats: countsBy('region').map(({ value, count }) => ({ region: value, count })),
    cityStats: countsBy('city').map(({ value, count }) => ({ ...parseCity(value), count })),
    continentStats: countContinents(countries).slice(0, limit),
    deviceStats: countsBy('device').map(({ value, count }) => ({ device: value, count })),
    browserStats: countsBy('browser').map(({ value, count }) => ({ browser: value, count })),
    osStats: countsBy('os').map(({ value, count }) => ({ os: value, count })),
    referrerStats: countsBy('referrer').map(({ value, count }) => ({ referrer: value, count })),
    utmStats: {
      source: countsBy('utm_source'),
      medium: countsBy('utm_medium'),
      campaign: countsBy('utm_campaign'),
      term: countsBy('utm_term'),
      content: countsBy('utm_content'),
    },
    ruleStats: countsBy('rule').map(({ value, count }) => ({ ruleId: value === unknownValue ? null : value, count })),
    variantStats: countsBy('variant').map(({ value, count }) => ({
      variant: value === unknownValue ? null : value,
      count,
    })),
    triggerStats: countsBy('trigger').map(({ value, count }) => ({ trigger: value, count })),
    ...buildBuckets(counts, { ...options, deleted: history.deleted }),
  })
}
