import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '../../../src/platform/database/migrations.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { foldAll } from '../analytics/answers.ts'
import { insertClickRows } from '../rows.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const rows = async () =>
  (
    await test.sql<{ row: string }>(
      `select concat_ws(' ', url_id, span, starts_at at time zone 'UTC', clicks, bot_clicks, visitors) as row
         from click_rollup where dimension = 'unidentified' order by 1`,
    )
  ).map(({ row }) => row)

it('a migration counts the clicks without a visitor that older versions folded, and no others', async () => {
  const ada = await test.seed.account()
  const [link, other] = [await test.seed.link(ada), await test.seed.link(ada)]
  const at = (time: string) => new Date(`2026-11-${time}Z`)
  await insertClickRows(test, link, [
    { at: at('16T10:00'), visitor: null, device: null },
    { at: at('16T11:00'), visitor: null },
    { at: at('16T11:00'), visitor: 'eve' },
    { at: at('16T12:00'), visitor: null, is_bot: true },
    { at: at('17T10:00'), visitor: null, device: null },
  ])
  await insertClickRows(test, other, [
    { at: at('17T10:00'), visitor: 'eve' },
    { at: at('17T10:00'), is_bot: true },
  ])
  await foldAll(test)
  const folded = await rows()
  expect(folded).toEqual([
    `${link.id} all -infinity 3 0 0`,
    `${link.id} day 2026-11-16 00:00:00 2 0 0`,
    `${link.id} day 2026-11-17 00:00:00 1 0 0`,
  ])
  const migrateAgain = async () => {
    await test.sql(`delete from click_rollup where dimension = 'unidentified'`)
    await test.sql(`delete from mikro_orm_migrations where name = 'unidentified_clicks'`)
    await migrate(test.app.database.orm)
  }
  await migrateAgain()
  expect(await rows()).toEqual(folded)
  // Clicks that are not folded yet are counted when they are.
  await test.sql('update click set tx = 9000000000000000 where created_at = ?', [at('17T10:00').toISOString()])
  await test.sql(`delete from click_rollup where starts_at = '2026-11-17T00:00:00Z'`)
  await migrateAgain()
  expect(await rows()).toEqual([`${link.id} all -infinity 2 0 0`, `${link.id} day 2026-11-16 00:00:00 2 0 0`])
  // Of a day whose rows are deleted, only the totals are left.
  await test.sql('delete from click')
  await test.sql(`update click_rollup set visitors = 0 where url_id = ? and span = 'day' and dimension = 'total'`, [
    link.id,
  ])
  await migrateAgain()
  expect(await rows()).toEqual([`${link.id} all -infinity 3 0 0`, `${link.id} day 2026-11-16 00:00:00 3 0 0`])
})
