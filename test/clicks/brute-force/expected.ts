import {
  type Click,
  countDimension,
  countValues,
  describeVisitors,
  type Facts,
  findVisitors,
  type LinkFacts,
  overlaps,
  type Range,
  resolveRange,
  selectClicks,
  type ValueCount,
  withoutBots,
} from './counting.ts'
import { clickPeriods, countable, deletedPeriod, expectedBuckets, planSeries, type Series } from './expected-series.ts'
import { type Dimension, dimensionNames, dimensions, type Question } from './questions.ts'

// What the service promises to answer, counted from the rows of the click table. It shares no code with the service.

/** The answer to a question, in the form of REST. A number instead of an object is a status. */
export function expectedAnswer(facts: Facts, question: Question): unknown {
  const { about, urlId, filter } = question
  if (about === 'scans') return expectedScans(facts)
  const range = resolveRange(filter, facts.now)
  const links = urlId === undefined ? facts.links : facts.links.filter(({ id }) => id === urlId)
  if (about === 'leastClicked') return expectedLeastClicked(facts, question, range)
  if (about === 'map') return expectedMap(facts, links, question, range)
  if (about === 'clicks') return expectedList(facts, links, question, range)
  if (about === 'links') return expectedOfLinks(facts, question, range)
  if (links.length === 0 && about === 'link') return 404
  const series = planSeries(facts, links, question, range)
  if (series === null) return 400
  const summary = expectedSummary(facts, links, question, range, series)
  return about === 'link' ? summary : { ...summary, topLinks: expectedTopLinks(facts, question, range, series) }
}

/** Each link by itself. They are counted together: when the buckets of one fit no rollups, none is read. */
function expectedOfLinks(facts: Facts, question: Question, range: Range): unknown[] {
  const links = facts.links.filter(({ kind }) => kind === 'link').toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const plans = links.map((link) => ({ link, series: planSeries(facts, [link], question, range) }))
  const isAligned = plans.every(({ series }) => series === null || series.isAligned)
  return plans.map(({ link, series }) => [
    link.id,
    series ? expectedSummary(facts, [link], question, range, { ...series, isAligned }) : 400,
  ])
}

function expectedSummary(facts: Facts, links: readonly LinkFacts[], question: Question, range: Range, series: Series) {
  const { filter, limit = 50 } = question
  const periods = clickPeriods(question, range, series.isAligned)
  const selected = countable(selectClicks(facts.clicks, links, { ...filter, includeBots: true }, range), periods)
  const people = withoutBots(selected)
  const counted = filter.includeBots ? selected : people
  const by = (name: Dimension) =>
    countDimension(counted, name)
      .slice(0, limit)
      .map(({ value, count }) =>
        name === 'city' ? { ...toCity(value), count } : { [dimensions[name][1]]: toShown(name, value), count },
      )
  const stats = dimensionNames.filter((name) => !name.startsWith('utm')).map((name) => [dimensions[name][0], by(name)])
  return {
    totalClicks: counted.length,
    uniqueVisitors: findVisitors(people, links).size,
    ...describeVisitors(people, links),
    countsFrom: expectedCountsFrom(facts, links, range, periods),
    botClicks: selected.length - people.length,
    lastClickAt: people.length > 0 ? toText(Math.max(...people.map(({ at }) => at))) : null,
    ...Object.fromEntries(stats),
    utmStats: {
      ...{ source: by('utmSource'), medium: by('utmMedium'), campaign: by('utmCampaign') },
      ...{ term: by('utmTerm'), content: by('utmContent') },
    },
    ...expectedBuckets({ facts, links, range, series, periods, selected, counted }),
  }
}

/** Clicks without a rule and without a variant are counted under null. */
function toShown(name: Dimension, value: string): string | null {
  return value === 'Unknown' && (name === 'rule' || name === 'variant') ? null : value
}

function toCity(value: string) {
  const [place = '', ...names] = value.split(':')
  if (names.length === 0) return { city: value, region: null, country: null }
  return { city: names.join(':'), region: place.length > 2 ? place : null, country: place.slice(0, 2) }
}

const toText = (at: number) => new Date(at).toISOString()

/** From when on all clicks are counted, when the first ones of the range are deleted. */
function expectedCountsFrom(
  facts: Facts,
  links: readonly LinkFacts[],
  range: Range,
  periods: readonly Range[],
): string | null {
  const deleted = deletedPeriod(facts, links)
  const [first] = periods
  if (!deleted || !first || first.from !== range.from || !overlaps(first, deleted)) return null
  // What follows an edge is in the rollups.
  const isEdge = first.to !== range.to && first.to !== null
  return toText(isEdge ? Math.min(first.to, deleted.to) : deleted.to)
}

function expectedTopLinks(facts: Facts, question: Question, range: Range, { isAligned }: Series) {
  const selected = selectClicks(facts.clicks, facts.links, question.filter, range)
  const kinds = new Map(facts.links.map(({ id, kind }) => [id, kind]))
  return countValues(countable(selected, clickPeriods(question, range, isAligned)).map(({ urlId }) => urlId))
    .slice(0, question.limit ?? 50)
    .map(({ value, count }) => ({ urlId: value, kind: kinds.get(value), count }))
}

function expectedLeastClicked(facts: Facts, question: Question, range: Range) {
  // Its parent has a series, which must not be too long.
  if (planSeries(facts, facts.links, question, range) === null) return 400
  const periods = clickPeriods(question, range, true)
  const end = range.to ?? facts.now + 1
  const links = facts.links.filter(({ kind, createdAt }) => kind === question.kind && createdAt < end)
  const counts = links
    .map((link) => {
      const selected = selectClicks(facts.clicks, [link], question.filter, range)
      return { ...link, count: countable(selected, periods).length }
    })
    .sort((a, b) => a.count - b.count || b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  return {
    links: counts.slice(0, question.limit).map(({ id, kind, count }) => ({ urlId: id, kind, count })),
    totalCount: links.length,
    unclickedCount: counts.filter(({ count }) => count === 0).length,
  }
}

/** A code without land, which has no point on the map. */
export const countryWithoutLand = 'ZZ'

function expectedMap(facts: Facts, links: readonly LinkFacts[], question: Question, range: Range) {
  const selected = remaining(selectClicks(facts.clicks, links, question.filter, range))
  const places = countValues(selected.map(({ values }) => values.country))
  const hasPoint = ({ value }: ValueCount) => value !== 'Unknown' && value !== countryWithoutLand
  const visitorsOf = (country: string) => {
    const ofCountry = selected.filter(({ values }) => values.country === country)
    return findVisitors(ofCountry, links).size
  }
  return {
    features: places
      .filter(hasPoint)
      .map(({ value, count }) => ({ country: value, count, uniqueVisitors: visitorsOf(value) })),
    unlocated: places.filter((place) => !hasPoint(place)).reduce((sum, { count }) => sum + count, 0),
    ...describeVisitors(selected, links),
    countsFrom: expectedCountsFrom(facts, links, range, [range]),
  }
}

const remaining = (clicks: readonly Click[]) => clicks.filter(({ isGone }) => !isGone)

function expectedList(facts: Facts, links: readonly LinkFacts[], question: Question, range: Range) {
  const selected = remaining(selectClicks(facts.clicks, links, question.filter, range))
  const newestFirst = selected.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
  return { total: selected.length, ids: newestFirst.slice(0, question.limit).map(({ id }) => id) }
}

/** The scans of each QR code by its short code. */
function expectedScans(facts: Facts) {
  const codes = facts.links.filter(({ kind }) => kind === 'qr').toSorted((a, b) => (a.code < b.code ? -1 : 1))
  return codes.map(({ id, code }) => {
    const scans = facts.clicks.filter(({ urlId, isBot, values }) => urlId === id && !isBot && values.trigger === 'qr')
    return [code, scans.length]
  })
}
