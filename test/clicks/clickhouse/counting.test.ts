import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readFilterValues } from '../../../src/modules/visits/clicks/filters/filter-text.ts'
import {
  type ClickFilters,
  type CountQuery,
  type CountRow,
  dimensionNames,
} from '../../../src/modules/visits/clicks/store/click-query.ts'
import { Random } from '../../anomalies/random.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { withoutClickHouse } from '../../support/clickhouse.ts'
import { trials } from '../../support/size.ts'
import {
  type Click,
  countDimension,
  countValues,
  findVisitors,
  type LinkFacts,
  selectClicks,
  withoutBots,
} from '../brute-force/counting.ts'
import { readLinks } from '../brute-force/facts.ts'
import { createClicks, filterValues } from '../brute-force/history.ts'
import { dayMs } from '../brute-force/local-time.ts'
import { createQuestion, type Filter, valueFilters } from '../brute-force/questions.ts'
import { toRow } from './rows.ts'
import { type ClickHouseStore, openStore } from './store.ts'

/** CLICKHOUSE_SEED repeats a run. */
const cases = trials(30, 5_000)
const seed = Number(process.env.CLICKHOUSE_SEED ?? Date.now() % 2 ** 32)
const zones = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns']

/** The names of breakdowns here and in the plain loops. */
const plainName = (name: string) =>
  name.replace(/_(\w)/, (_, letter: string) => letter.toUpperCase()) as keyof typeof filterValues

describe.skipIf(withoutClickHouse)(`${cases} counts of random clicks in ClickHouse (CLICKHOUSE_SEED=${seed})`, () => {
  let test: TestApp
  let store: ClickHouseStore
  let links: LinkFacts[]
  let workspaceId: string
  let clicks: Click[]
  const random = new Random(seed)
  beforeAll(async () => {
    test = await startApp()
    store = await openStore(test)
    const ada = await test.seed.account()
    workspaceId = ada.workspaceId
    const seeded = []
    for (const privacyMode of [false, false, false, true]) seeded.push(await test.seed.link(ada, { privacyMode }))
    links = await readLinks(
      test,
      seeded.map(({ id }) => id),
    )
    const now = test.clock.now().getTime()
    const instants = Array.from({ length: 300 }, () => now - random.whole(0, 60 * dayMs))
    const plainLinks = links.map(({ id, isPrivate }) => ({ id, isPrivate, kind: 'link' as const }))
    clicks = createClicks(random, 1_500, plainLinks, instants)
    const rows = clicks.map(toRow)
    const writer = store.createWriter()
    for (let start = 0; start < rows.length; start += 400)
      await writer.append(rows.slice(start, start + 400), `a/journal-1:${start}`)
  })
  afterAll(async () => {
    await store?.close()
    await test.close()
  })

  it('are the counts of plain loops over the clicks', async () => {
    for (let index = 0; index < cases; index++) {
      const { filter } = createQuestion({
        ...{ random, now: test.clock.now().getTime(), zones, urlIds: links.map(({ id }) => id), nodes: 1 },
        ...{ instants: clicks.map(({ at }) => at), values: filterValues },
      })
      const { interval: _, ...plain } = filter
      const isPerLink = random.chance(0.3)
      const limit = random.pick([1, 3, 500, null])
      const urlIds = random.chance(0.5) ? null : links.slice(0, random.whole(1, 4)).map(({ id }) => id)
      await compare(plain, { isPerLink, limit, urlIds })
    }
  }, 600_000)

  async function compare(
    filter: Filter,
    { isPerLink, limit, urlIds }: Pick<CountQuery, 'isPerLink' | 'limit'> & { urlIds: string[] | null },
  ) {
    const range = { from: filter.from ? new Date(filter.from) : null, to: filter.to ? new Date(filter.to) : null }
    const chosen = links.filter(({ id }) => urlIds?.includes(id) ?? true)
    const keys = isPerLink ? chosen.map(({ id }) => id) : ['']
    const starts = [-40, -20, -3, -1].map((days) => new Date(test.clock.now().getTime() + days * dayMs))
    const series = keys.map((key) => ({ key, starts, firstClick: null }))
    const query: CountQuery = {
      scope: { workspaceIds: [workspaceId], urlIds },
      range,
      filters: toFilters(filter),
      includeBots: filter.includeBots ?? false,
      ...{ isPerLink, limit, series, groupings: ['total', 'bucket', 'link', ...dimensionNames] },
    }
    const { rows } = await store.reader.count(test.app.database.orm.em.fork(), query)
    const expected = keys.flatMap((key) => expectRows(key, filter, range, chosen, query))
    const describeRow = ({ key, grouping, value, clicks: count, botClicks, visitors, lastAt }: CountRow) =>
      JSON.stringify([key, grouping, value, count, botClicks, visitors, lastAt && new Date(lastAt).toISOString()])
    const [answer, plain] = [new Set(rows.map(describeRow)), new Set(expected.map(describeRow))]
    const differences = {
      surplus: [...answer].filter((row) => !plain.has(row)),
      missing: [...plain].filter((row) => !answer.has(row)),
    }
    expect(differences, JSON.stringify({ filter, isPerLink, limit, urlIds })).toEqual({ surplus: [], missing: [] })
    // Most clicks come first in each breakdown.
    for (const grouping of query.groupings.filter((name) => name !== 'total' && name !== 'bucket'))
      for (const key of keys) {
        const counts = rows.filter((row) => row.grouping === grouping && row.key === key).map((row) => row.clicks)
        expect(counts).toEqual(counts.toSorted((one, other) => other - one))
      }
  }

  function expectRows(
    key: string,
    filter: Filter,
    range: { from: Date | null; to: Date | null },
    chosen: readonly LinkFacts[],
    { series, limit, isPerLink }: CountQuery,
  ): CountRow[] {
    const own = chosen.filter(({ id }) => key === '' || id === key)
    const bounds = { from: range.from?.getTime() ?? null, to: range.to?.getTime() ?? null }
    const all = selectClicks(clicks, own, { ...filter, includeBots: true }, bounds)
    const counted = filter.includeBots ? all : withoutBots(all)
    if (all.length === 0) return []
    const people = withoutBots(all)
    const countOf = (some: readonly Click[]) => (filter.includeBots ? some : withoutBots(some)).length
    const plain = { key, value: '', botClicks: 0, visitors: 0, lastAt: null }
    const cut = <T>(rows: readonly T[]) => rows.slice(0, limit ?? rows.length)
    const bucketOf = ({ at }: Click) =>
      Math.max(1, (series[0]?.starts ?? []).filter((start) => start.getTime() <= at).length)
    return [
      {
        ...{ ...plain, grouping: 'total' as const, clicks: countOf(all), botClicks: all.length - people.length },
        visitors: findVisitors(all, own).size,
        lastAt: people.length > 0 ? new Date(Math.max(...people.map(({ at }) => at))) : null,
      },
      {
        ...{ ...plain, grouping: 'unidentified' as const },
        clicks: people.filter((click) => findVisitors([click], own).size === 0).length,
      },
      ...[...Map.groupBy(all, bucketOf)].map(([bucket, some]) => ({
        ...{ ...plain, grouping: 'bucket' as const, value: String(bucket), clicks: countOf(some) },
        ...{ botClicks: some.length - withoutBots(some).length, visitors: findVisitors(some, own).size },
      })),
      ...(isPerLink
        ? []
        : cut(countValues(counted.map(({ urlId }) => urlId))).map(({ value, count }) => ({
            ...{ ...plain, grouping: 'link' as const, value, clicks: count },
          }))),
      ...dimensionNames.flatMap((grouping) => {
        const values = countDimension(counted, plainName(grouping))
        return (grouping === 'country' ? values : cut(values)).map(({ value, count }) => ({
          ...{ ...plain, grouping, value, clicks: count },
        }))
      }),
    ]
  }
})

function toFilters(filter: Filter): ClickFilters {
  return Object.fromEntries(
    valueFilters(filter).flatMap(([name, values]) => {
      const read = readFilterValues(values)
      return read ? [[name, read]] : []
    }),
  )
}
