import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { as } from '../support/visitor.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const cacheTtl = { minutes: 5 }

/** Counts the computations of all nodes from now on, by a trigger in the database. */
async function trackComputations(): Promise<() => Promise<number>> {
  await test.sql('create table computation (at timestamptz default now())')
  await test.sql(`create function record_computation() returns trigger language plpgsql as $$
    begin insert into computation default values; return null; end $$`)
  await test.sql(
    'create trigger computed after update on statistics for each row execute function record_computation()',
  )
  return async () => (await test.sql('select 1 from computation')).length
}

describe('public statistics while another node computes them', () => {
  it('are the older ones at first, and the new ones afterwards', async () => {
    // The embedded database serves one process, and runs one statement at a time.
    if (test.database === 'embedded') return void expect((await test.rest.get('/v1/public-stats')).status).toBe(200)
    const before = (await test.rest.get('/v1/public-stats')).json
    await test.seed.account()
    test.clock.advance(cacheTtl)
    const em = test.app.database.orm.em.fork()
    await em.begin()
    await em.execute('select * from statistics for update')
    const meanwhile = await test.rest.get('/v1/public-stats')
    expect([meanwhile.status, meanwhile.json, meanwhile.headers.age]).toEqual([200, before, '300'])
    await em.rollback()
    const after = await test.rest.get('/v1/public-stats')
    expect([after.json.totalUsers, after.headers.age]).toEqual([before.totalUsers + 1, '0'])
  })
})

describe('two nodes', () => {
  it('compute the statistics once for both, from the first time on', async () => {
    if (test.database === 'embedded') return void (await expect(test.sibling()).rejects.toThrow('one process'))
    await test.sql('update statistics set computed_at = null')
    test.clock.advance(cacheTtl)
    const other = await test.sibling()
    try {
      const both = [test.rest, other.rest]
      const computations = await trackComputations()
      const first = await Promise.all(Array.from({ length: 100 }, (_, n) => both[n % 2]?.get('/v1/public-stats')))
      expect(new Set(first.map((answer) => answer?.text)).size).toBe(1)
      expect(await computations()).toBe(1)
      await test.seed.account()
      test.clock.advance({ minutes: 4 })
      for (const rest of both) expect((await rest.get('/v1/public-stats')).headers.age).toBe('240')
      test.clock.advance({ minutes: 1 })
      const fresh = (await other.rest.get('/v1/public-stats')).json
      expect(fresh.totalUsers).toBe(first[0]?.json.totalUsers + 1)
      // A change after the computation of the other node is not visible here before 5 minutes have passed.
      await test.seed.account()
      expect((await test.rest.get('/v1/public-stats')).json).toEqual(fresh)
      expect(await computations()).toBe(2)
    } finally {
      await other.close()
    }
  })
})

describe('the sum of all clicks', () => {
  it('never decreases while links are clicked, deleted and counted concurrently', async () => {
    const account = await test.seed.account()
    const links = await Promise.all(Array.from({ length: 12 }, () => test.seed.link(account)))
    const totals: number[] = []
    const sum = async () => {
      test.clock.advance(cacheTtl)
      totals.push((await test.rest.get('/v1/public-stats')).json.totalClicks)
    }
    await sum()
    await Promise.all(
      links.map(async ({ id, shortUrl }) => {
        const visit = (n: number) => test.rest.get(`/${shortUrl}`, { ...as('chrome'), from: `203.0.113.${n}` })
        await Promise.all([visit(1), visit(2)])
        const deletion = test.rest.delete(`/v1/urls/${id}`, { token: account.token })
        await Promise.all([visit(3), sum(), visit(4), deletion, sum()])
      }),
    )
    await sum()
    expect(totals).toEqual(totals.toSorted((a, b) => a - b))
    const increase = (totals.at(-1) ?? 0) - (totals[0] ?? 0)
    expect(increase).toBeGreaterThanOrEqual(24)
    expect(increase).toBeLessThanOrEqual(48)
    expect(await test.sql('select 1 from statistics_gone')).toEqual([])
  })
})

describe('public statistics that cannot be computed', () => {
  it('are the older ones with their age, and the failure is logged once', async () => {
    const { json } = await test.rest.get('/v1/public-stats')
    await test.sql('alter table statistics rename to statistics_renamed')
    test.logs.splice(0)
    test.clock.advance({ minutes: 7 })
    try {
      for (let n = 0; n < 3; n++) {
        const answer = await test.rest.get('/v1/public-stats')
        expect([answer.status, answer.json]).toEqual([200, json])
        expect(Number(answer.headers.age)).toBeGreaterThanOrEqual(420)
      }
      expect(test.logs.filter(({ msg }) => msg === 'the public statistics were not computed')).toHaveLength(1)
    } finally {
      await test.sql('alter table statistics_renamed rename to statistics')
    }
    test.clock.advance({ seconds: 5 })
    expect((await test.rest.get('/v1/public-stats')).headers.age).toBe('0')
  })
})
