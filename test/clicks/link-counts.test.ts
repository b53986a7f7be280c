import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LinkCount, LinkCountQuery } from '../../src/modules/visits/clicks/store/click-query.ts'
import { PostgresClickReader } from '../../src/modules/visits/clicks/store/postgres/postgres-click-reader.ts'
import { Random } from '../anomalies/random.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededLink } from '../support/seed.ts'
import { foldAll } from './analytics/answers.ts'
import { type ClickFields, insertClickRows } from './rows.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]
/** Midnight in UTC. */
const start = Date.parse('2026-05-04')

let test: TestApp
let links: SeededLink[]
/** The clicks of each link. */
const clicks: (ClickFields & { readonly at: Date })[][] = [[], []]
beforeAll(async () => {
  test = await sharedApp()
  const ada = await test.seed.account()
  links = [await test.seed.link(ada), await test.seed.link(ada)]
})
afterAll(() => test.close())

const random = new Random(11)

async function insertMore(): Promise<void> {
  for (const [index, link] of links.entries()) {
    const more = Array.from({ length: 40 }, () => ({
      at: new Date(start + random.whole(0, 3 * dayMs)),
      country: random.pick(['DE', 'US', null]),
      trigger: random.pick(['link', 'qr']),
      is_bot: random.chance(0.2),
      visitor: random.pick(['eve', 'bob', 'joe', null]),
    }))
    clicks[index]?.push(...more)
    await insertClickRows(test, link, more)
  }
}

const hours = (from: number, to: number) => ({
  from: new Date(start + from * hourMs),
  to: new Date(start + to * hourMs),
})
const periods = {
  'of all time': null,
  'of whole days': [hours(0, 24), hours(48, 72)],
  'of some hours': [hours(5, 7), hours(20, 31)],
}

/** What a count of the clicks themselves gives. */
function expectedCounts(index: number, { periods: wanted, by, dimension, minClicks }: LinkCountQuery): LinkCount[] {
  const selected = (clicks[index] ?? []).filter(
    ({ at }) => wanted?.some(({ from, to }) => at >= from && at < to) ?? true,
  )
  const toStart = (at: Date) =>
    by === null ? null : Math.floor(Number(at) / { hour: hourMs, day: dayMs }[by]) * { hour: hourMs, day: dayMs }[by]
  const groups = Map.groupBy(selected, (click) => JSON.stringify([toStart(click.at), dimension && click[dimension]]))
  return [...groups].flatMap(([key, group]) => {
    const [at, value]: [number | null, string | null] = JSON.parse(key)
    const people = group.filter(({ is_bot }) => !is_bot)
    const visits = new Set(
      people.flatMap((click) => (click.visitor ? `${click.visitor} ${click.at.toISOString().slice(0, 10)}` : [])),
    )
    const isCounted = dimension === null && by !== 'hour' && wanted !== periods['of some hours']
    const botClicks = group.length - people.length
    if ((dimension !== null && value === null) || Math.max(people.length, botClicks) < minClicks) return []
    return {
      at: at === null ? null : new Date(at),
      value,
      clicks: people.length,
      botClicks,
      visitors: isCounted ? visits.size : 0,
    }
  })
}

const sorted = (counts: readonly LinkCount[]) =>
  counts.toSorted((a, b) => Number(a.at) - Number(b.at) || String(a.value).localeCompare(String(b.value)))

async function compareAll(name: keyof typeof periods): Promise<void> {
  const em = test.app.database.orm.em.fork()
  const urlIds = links.map(({ id }) => id)
  for (const by of [null, 'hour', 'day'] as const)
    for (const dimension of [null, 'country', 'trigger'] as const)
      for (const minClicks of [1, 3]) {
        const query = { urlIds, periods: periods[name], by, dimension, minClicks }
        const counts = await new PostgresClickReader().countLinks(em, query)
        for (const [index, id] of urlIds.entries())
          expect(sorted(counts.get(id) ?? []), JSON.stringify(query)).toEqual(sorted(expectedCounts(index, query)))
      }
}

describe('the counts of many links', () => {
  // In this order: each state has the clicks of those before it.
  it.each(['none folded', 'all folded', 'some folded'])('equal a count of their clicks, %s', async (state) => {
    if (state !== 'all folded') await insertMore()
    else await foldAll(test)
    for (const name of ['of all time', 'of whole days', 'of some hours'] as const) await compareAll(name)
  })

  it('find the busy links of all workspaces', async () => {
    const query = { urlIds: null, periods: [hours(0, 24)], by: 'hour', dimension: null } as const
    const em = test.app.database.orm.em.fork()
    for (const minClicks of [2, 5, 100]) {
      const counts = await new PostgresClickReader().countLinks(em, { ...query, minClicks })
      for (const [index, { id }] of links.entries())
        expect(sorted(counts.get(id) ?? [])).toEqual(sorted(expectedCounts(index, { ...query, minClicks })))
    }
  })
})
