import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

/** More than the size of the pool. */
const losses = 22

it.runIf(inject('database').kind === 'server')('connections lost inside a transaction return to the pool', async () => {
  for (let n = 0; n < losses; n++) {
    const lost = test.app.database.orm.em.fork().transactional(async (em) => {
      const [own] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid')
      await test.sql('select pg_terminate_backend(?)', [own?.pid])
      await em.execute('select 1')
    })
    await expect(lost).rejects.toThrow()
  }
  await expect.poll(() => test.sql('select 1 as one').catch(() => []), { timeout: 20_000 }).toEqual([{ one: 1 }])
})
