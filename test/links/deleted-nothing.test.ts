import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

it('a statement that deletes no link touches neither workspaces nor clicks', async () => {
  const em = test.app.database.orm.em.fork()
  await em.begin()
  await em.execute(`delete from link where id = 'lnk_none'`)
  // Each statement of a trigger would lock the tables that it names.
  const locks = await em.execute<{ name: string }[]>(
    `select relation::regclass::text as name from pg_locks where pid = pg_backend_pid() and relation is not null`,
  )
  await em.rollback()
  expect(locks.filter(({ name }) => /^(workspace|click)/.test(name))).toEqual([])
})
