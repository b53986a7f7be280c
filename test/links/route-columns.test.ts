import { afterAll, beforeAll, expect, it } from 'vitest'
import { readRoutes } from '../../src/modules/publishing/links/route.queries.ts'
import { getPool } from '../../src/platform/database/native-client.ts'
import { sharedApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

/**
 * What changes without a notification: the counter is read by the statement that moves it, and the imported clicks move with
 * it. The id and the kind never change.
 */
const silent = ['id', 'kind', 'current_clicks', 'past_clicks']

it('every column that a redirect is decided from announces its change to all nodes', async () => {
  const link = await test.seed.link(await test.seed.account())
  const pool = await getPool(test.app.database.orm)
  const client = {
    query: async <T>(sql: { text: string }, values: readonly unknown[]) =>
      (await pool.query(sql.text, [...values])).rows as T[],
  }
  const [route] = await readRoutes(client as never, [link.shortUrl])
  const columns = await test.sql<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'link'`,
  )
  const announced = await test.sql<{ name: string }>(
    `select attname as name from pg_trigger
       join pg_attribute on attrelid = tgrelid and attnum = any(tgattr)
      where tgname = 'link_route_changed'`,
  )
  const fields = Object.keys(route ?? {}).map((field) =>
    field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  )
  // The rules of a route are read from a column of another name.
  fields.push('route_rules')
  const read = fields.filter((field) => columns.some(({ name }) => name === field) && !silent.includes(field))
  expect(read.length).toBeGreaterThan(15)
  expect(announced.map(({ name }) => name).toSorted()).toEqual(read.toSorted())
})
