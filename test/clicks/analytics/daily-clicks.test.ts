import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../../support/app.ts'
import type { SeededAccount } from '../../support/seed.ts'
import { crowd } from '../../support/visitor.ts'
import { insertClickRows } from '../rows.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const runQuery = (document: string) => test.graph(document, { token: ada.token })

describe('UrlItem.dailyClicks', () => {
  const byPerson = (days: number) => ({ at: new Date(test.clock.now().getTime() - days * 86_400_000) })

  it('equals the days of UrlItem.analytics, folded or not, with one statement for all links', async () => {
    const [first, second] = [await test.seed.link(ada), await test.seed.link(ada)]
    for (const visitor of crowd(2)) await test.rest.get(`/${first.shortUrl}`, visitor)
    await insertClickRows(test, first, [byPerson(0), byPerson(1), byPerson(6), byPerson(7), { is_bot: true }])
    await test.app.recurringTasks.runAll()
    await insertClickRows(test, first, [byPerson(1), { ...byPerson(1), is_bot: true }])
    await insertClickRows(test, second, [byPerson(2)])
    const today = Math.floor(test.clock.now().getTime() / 86_400_000) * 86_400_000
    const from = new Date(today - 6 * 86_400_000).toISOString()
    const fields = `week: dailyClicks(days: 7) today: dailyClicks(days: 1)
      analytics(filter: { from: "${from}" }, unit: DAY) { timeseries { clicks } }`
    const { data, errors } = await runQuery(
      `{ a: url(id: "${first.id}") { ${fields} } b: url(id: "${second.id}") { ${fields} } }`,
    )
    expect(errors).toBeUndefined()
    expect(data.a.week).toEqual([1, 0, 0, 0, 0, 2, 3])
    expect(data.b.week).toEqual([0, 0, 0, 0, 1, 0, 0])
    for (const link of [data.a, data.b]) {
      expect(link.analytics.timeseries.map(({ clicks }: { clicks: number }) => clicks)).toEqual(link.week)
      expect(link.today).toEqual(link.week.slice(-1))
    }
    test.statements.splice(0)
    await runQuery('{ urls(first: 5) { nodes { dailyClicks } } }')
    expect(test.statements.filter((sql) => sql.includes('link_count'))).toHaveLength(1)
  })

  it.each([0, 91])('is rejected for %s days', async (days) => {
    const { errors } = await runQuery(`{ urls(first: 1) { nodes { dailyClicks(days: ${days}) } } }`)
    expect(errors?.[0]?.extensions.code).toBe('INVALID_PARAMS')
  })
})
