import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { emptiedApp, type TestApp } from '../support/app.ts'

// A server has autovacuum.
describe.runIf(inject('database').kind === 'embedded')('the embedded database', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await emptiedApp()
  })
  afterAll(() => test.close())

  const createCodes = (prefix: string, count: number) =>
    test.sql(`insert into code (key) select ? || n from generate_series(1, ?::int) as n`, [prefix, count])
  async function estimateCodes(): Promise<number> {
    // Otherwise the changes of the last second are counted later.
    await test.sql('select pg_stat_force_next_flush()')
    await test.app.recurringTasks.runAll()
    const [row] = await test.sql<{ rows: number }>(`select reltuples::int as rows from pg_class where relname = 'code'`)
    return row?.rows ?? 0
  }

  it('analyzes a table of which more than a tenth has changed', async () => {
    await createCodes('many', 1_000)
    expect(await estimateCodes()).toBe(1_000)
    await createCodes('few', 100)
    expect(await estimateCodes()).toBe(1_000)
    await createCodes('more', 100)
    expect(await estimateCodes()).toBe(1_200)
  })
})
