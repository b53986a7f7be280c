import { expect } from 'vitest'
import {
  count,
  countBy,
  countByLink,
  countCreated,
  countVisitors,
  countWeekdays,
  dayOf,
  hourOf,
  round,
  type Where,
  weekdayOf,
} from './expected-answers.ts'
import { type LinkCode, type RawClick, rawLinks } from './raw-clicks.ts'

type Order = 'most' | 'fewest'

/** How an answer follows from the clicks. */
export type Expected =
  | { readonly count: Where }
  | { readonly visitors: Where }
  | { readonly rows: Where; readonly by: keyof RawClick; readonly limit?: number; readonly order?: Order }
  /** `all` for links and QR codes; otherwise links only. */
  | { readonly links: Where; readonly order: Order; readonly limit: number; readonly all?: true }
  | { readonly unclicked: Where; readonly kind?: 'qr' }
  | { readonly created: Where; readonly listed?: true }
  | { readonly share: Where; readonly of: Where }
  | { readonly shareVisitors: Where; readonly of: Where }
  | { readonly average: Where; readonly units: number }
  | { readonly averageVisitors: Where; readonly units: number }
  | { readonly weekdays: Where; readonly only?: readonly number[]; readonly best?: Order }
  | { readonly weekend: Where; readonly only?: 0 | 1 }
  | { readonly hours: Where; readonly best?: Order }
  | { readonly bots: Where }
  | { readonly periods: readonly [Where, Where] }
  | { readonly pair: readonly [LinkCode, LinkCode]; readonly where?: Where }
  | { readonly pairVisitors: readonly [LinkCode, LinkCode]; readonly where?: Where }
  /** The days with the most or the fewest clicks. */
  | { readonly peak: Where; readonly order: Order }
  /** Not answered, with a sentence that contains this text. */
  | { readonly none: string }

interface Row {
  readonly name: string
  readonly value: string | null
  readonly clicks: number
  readonly uniqueVisitors: number | null
  readonly share: number | null
  readonly average: number | null
}

export interface Answer {
  readonly answer: string
  readonly data: {
    readonly query: object | null
    readonly rows: readonly Row[]
    readonly total: number | null
    readonly linkCount: number | null
    readonly change: number | null
    readonly suggestions: readonly string[]
  }
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const weekParts = ['Monday to Friday', 'Saturday and Sunday']

/** Expects that an answer has the numbers that follow from the clicks, in its data and in its sentence. */
export function expectAnswer({ answer, data }: Answer, expected: Expected): void {
  if ('none' in expected) {
    expect(data.query, answer).toBeNull()
    expect(answer).toContain(expected.none)
    if (data.rows.length === 0) expect(data.suggestions).toHaveLength(3)
    return
  }
  expect(data.query, answer).not.toBeNull()
  if ('count' in expected) expect(data.total).toBe(count(expected.count))
  if ('visitors' in expected) expect(data.rows[0]?.uniqueVisitors).toBe(countVisitors(expected.visitors))
  if ('rows' in expected) expectRows(data, expected)
  if ('links' in expected) expectLinks(data.rows, expected)
  if ('unclicked' in expected) {
    const unclicked = [...countByLink(expected.unclicked, expected.kind ?? 'link')].filter(([, clicks]) => clicks === 0)
    expect(data.linkCount).toBe(unclicked.length)
    expect(data.rows.map(({ value }) => value).toSorted()).toEqual(unclicked.map(([code]) => code).toSorted())
  }
  if ('created' in expected) {
    expect(data.linkCount).toBe(countCreated(expected.created))
    expect(data.rows).toHaveLength(expected.listed ? countCreated(expected.created) : 0)
    expect(answer).toContain(String(data.linkCount))
  }
  if ('share' in expected) expectShare(data.rows, answer, count(expected.share), count(expected.of))
  if ('shareVisitors' in expected)
    expectShare(data.rows, answer, countVisitors(expected.shareVisitors), countVisitors(expected.of))
  if ('average' in expected) {
    expect([data.rows[0]?.average, data.total]).toEqual([
      round(count(expected.average) / expected.units),
      count(expected.average),
    ])
    expect(answer).toContain(String(data.rows[0]?.average))
  }
  if ('averageVisitors' in expected)
    expect(data.rows[0]?.average).toBe(round(countVisitors(expected.averageVisitors) / expected.units))
  if ('weekdays' in expected) expectWeekdays(data.rows, expected)
  if ('weekend' in expected) expectWeekend(data.rows, expected)
  if ('hours' in expected) {
    const clicks = countBy(expected.hours, hourOf)
    const all = Array.from({ length: 24 }, (_, hour): [string, number] => [
      `${String(hour).padStart(2, '0')}:00`,
      clicks.get(hour) ?? 0,
    ])
    expectCounts(data.rows, all, expected.best)
  }
  if ('bots' in expected) {
    const people = count(expected.bots)
    const bots = count({ ...expected.bots, bots: true }) - people
    expect(data.rows.map(({ clicks }) => clicks)).toEqual([bots, people])
    expect(data.rows[0]?.share).toBe(bots + people === 0 ? null : round((100 * bots) / (bots + people)))
  }
  if ('periods' in expected) {
    const [one, other] = expected.periods.map(count)
    expect(data.rows.map(({ clicks }) => clicks)).toEqual([one, other])
    expect(data.change).toBe((one ?? 0) - (other ?? 0))
  }
  if ('pair' in expected || 'pairVisitors' in expected) {
    const links = 'pair' in expected ? expected.pair : expected.pairVisitors
    const of = (measure: (where: Where) => number) => links.map((link) => measure({ ...expected.where, link }))
    expect(data.rows.map(({ value }) => value)).toEqual(links)
    expect(data.rows.map(({ clicks }) => clicks)).toEqual(of(count))
    expect(data.rows.map(({ uniqueVisitors }) => uniqueVisitors)).toEqual(of(countVisitors))
  }
  if ('peak' in expected) expectPeak(data.rows, expected)
}

/** The rows are those with the most or the fewest clicks; ties may come in any order. */
function expectCounts(
  rows: readonly Pick<Row, 'name' | 'clicks'>[],
  all: readonly (readonly [string, number])[],
  best?: Order,
): void {
  const counts = new Map(all)
  for (const { name, clicks } of rows) expect(clicks, name).toBe(counts.get(name))
  if (!best) {
    expect(rows.map(({ name }) => name)).toEqual(all.map(([name]) => name))
    return
  }
  const extreme = (best === 'most' ? Math.max : Math.min)(...counts.values())
  expect(new Set(rows.map(({ clicks }) => clicks))).toEqual(new Set([extreme]))
  expect(rows).toHaveLength(Math.min(all.filter(([, clicks]) => clicks === extreme).length, 5))
}

function expectRows(
  { rows, total }: Answer['data'],
  { rows: where, by, limit, order = 'most' }: Extract<Expected, { rows: Where }>,
): void {
  const missing = by === 'referrer' ? 'Direct' : 'Unknown'
  // A site is one referrer, with and without `www.`.
  const all = countBy(where, (click) => String(click[by] ?? missing).replace(/^www\./, ''))
  const sorted = [...all.values()].toSorted((a, b) => (order === 'most' ? b - a : a - b))
  const ties = limit === 1 ? sorted.filter((clicks) => clicks === sorted[0]).length : (limit ?? 10)
  expect(rows.map(({ clicks }) => clicks)).toEqual(sorted.slice(0, ties))
  for (const { value, clicks } of rows) expect(clicks, `${value}`).toBe(all.get(value ?? ''))
  expect(total).toBe(count(where))
  for (const { clicks, share } of rows) expect(share).toBe(round((100 * clicks) / (total ?? 0)))
}

function expectLinks(
  rows: readonly Row[],
  { links: where, order, limit, all }: Extract<Expected, { links: Where }>,
): void {
  // The links with the fewest clicks are short links; those with the most are also QR codes.
  const byLink = countByLink(where, order === 'fewest' && !all ? 'link' : undefined)
  const candidates = [...byLink.values()].filter((clicks) => order === 'fewest' || clicks > 0)
  const sorted = candidates.toSorted((a, b) => (order === 'most' ? b - a : a - b))
  const size = limit === 1 ? sorted.filter((clicks) => clicks === sorted[0]).length : limit
  expect(rows.map(({ clicks }) => clicks)).toEqual(sorted.slice(0, size))
  for (const { value, name, clicks } of rows) {
    expect(clicks, name).toBe(byLink.get(value as LinkCode))
    expect(name).toBe(rawLinks[value as LinkCode].title)
  }
}

function expectShare(rows: readonly Row[], answer: string, part: number, whole: number): void {
  expect(whole).toBeGreaterThan(0)
  const share = round((100 * part) / whole)
  expect(rows[0]?.share).toBe(share)
  expect(answer).toContain(`${share} %`)
  expect(answer).toContain(`${part} of ${whole}`)
}

function expectWeekdays(
  rows: readonly Row[],
  { weekdays: where, only, best }: Extract<Expected, { weekdays: Where }>,
): void {
  const clicks = countBy(where, weekdayOf)
  const days = countWeekdays(where.from ?? '', where.to)
  const all = weekdays.map((name, index): [string, number] => [name, clicks.get(index) ?? 0])
  expectCounts(rows, only ? all.filter((_, index) => only.includes(index)) : all, best)
  for (const { name, clicks: own, average } of rows)
    expect(average, name).toBe(round(own / (days[weekdays.indexOf(name)] ?? 0)))
}

function expectWeekend(rows: readonly Row[], { weekend: where, only }: Extract<Expected, { weekend: Where }>): void {
  const clicks = countBy(where, (click) => (weekdayOf(click) < 5 ? 0 : 1))
  const days = countWeekdays(where.from ?? '', where.to)
  const sumDays = (from: number, to: number) => days.slice(from, to).reduce((sum, number) => sum + number, 0)
  const all = weekParts.map((name, index) => {
    const own = clicks.get(index) ?? 0
    return { name, clicks: own, average: round(own / (index === 0 ? sumDays(0, 5) : sumDays(5, 7))) }
  })
  const found = rows.map(({ name, clicks: own, average }) => ({ name, clicks: own, average }))
  expect(found).toEqual(only === undefined ? all : [all[only]])
}

function expectPeak(rows: readonly Row[], { peak, order }: Extract<Expected, { peak: Where }>): void {
  const byDay = countBy(peak, dayOf)
  const extreme = order === 'most' ? Math.max(...byDay.values()) : (rows[0]?.clicks ?? 0)
  for (const { name, clicks } of rows)
    expect([clicks, byDay.get(new Date(`${name} UTC`).toISOString().slice(0, 10)) ?? 0], name).toEqual([
      extreme,
      extreme,
    ])
  if (order === 'fewest') for (const clicks of byDay.values()) expect(clicks).toBeGreaterThanOrEqual(extreme)
}
