import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptiedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { as } from '../support/visitor.ts'
import { foldAll } from './analytics/answers.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await emptiedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const tables = ['click', 'click_visitor', 'click_rollup'] as const

/** Adds clicks of as many visitors to a link. They are not in the rollups yet. */
async function addClicks({ id }: SeededLink, count: number): Promise<void> {
  await test.sql(
    `insert into click (id, url_id, created_at, trigger, country, device, is_bot, visitor_hash)
     select 'clk_' || ? || n, ?, ?::timestamptz - make_interval(secs => n), 'link', 'DE', 'Desktop', false,
            decode(lpad(to_hex(n), 16, '0'), 'hex')
       from generate_series(1, ?) as n`,
    [id.slice(4), id, test.clock.now(), count],
  )
}

async function countRows({ id }: SeededLink): Promise<number[]> {
  const counts = await Promise.all(
    tables.map((table) =>
      test.sql<{ count: number }>(`select count(*)::int as count from ${table} where url_id = ?`, [id]),
    ),
  )
  return counts.map(([row]) => row?.count ?? -1)
}

const remove = ({ id }: SeededLink) => test.rest.delete(`/v1/urls/${id}`, { token: ada.token })
const runTasks = () => test.app.recurringTasks.runAll()

describe('a deleted link with few clicks', () => {
  it('has no click left when the answer arrives, and no rollup soon', async () => {
    const link = await test.seed.link(ada)
    await test.rest.get(`/${link.shortUrl}`, as('chrome'))
    await test.rest.get(`/v1/clicks/analytics/${link.id}`, { token: ada.token })
    expect((await countRows(link))[0]).toBe(1)
    expect((await remove(link)).status).toBe(200)
    expect((await countRows(link)).slice(0, 2)).toEqual([0, 0])
    await runTasks()
    expect(await countRows(link)).toEqual([0, 0, 0])
  })
})

describe('a deleted link with many clicks', () => {
  it('is gone at once, and its rows go in slices of one transaction each', async () => {
    const link = await test.seed.link(ada)
    await addClicks(link, 3_500)
    await foldAll(test)
    const [clicks = 0, visitors = 0, rollups = 0] = await countRows(link)
    expect([clicks, visitors]).toEqual([3_500, 3_500])
    expect(rollups).toBeGreaterThan(0)
    await test.sql('create table click_slice (tx bigint, rows int)')
    await test.sql(`create function note_click_slice() returns trigger language plpgsql as $$ begin
      insert into click_slice select pg_current_xact_id()::text::bigint, count(*) from gone; return null; end $$`)
    for (const table of tables)
      await test.sql(
        `create trigger note_click_slice after delete on ${table} referencing old table as gone for each statement execute function note_click_slice()`,
      )
    expect((await remove(link)).status).toBe(200)
    expect((await test.rest.get(`/v1/clicks/analytics/${link.id}`, { token: ada.token })).status).toBe(404)
    const { json } = await test.rest.get(`/v1/clicks?urlId=${link.id}`, { token: ada.token })
    expect(json.error?.code ?? json).toSatisfy((answer) => answer === 'LINK_NOT_FOUND' || answer.length === 0)
    expect(await countRows(link)).toEqual([clicks, visitors, rollups])
    await runTasks()
    expect(await countRows(link)).toEqual([0, 0, 0])
    const slices = await test.sql<{ rows: number }>('select sum(rows)::int as rows from click_slice group by tx')
    expect(Math.max(...slices.map(({ rows }) => rows))).toBeLessThanOrEqual(1_000)
    expect(await test.sql('select 1 from click_deletion')).toEqual([])
    for (const table of tables) await test.sql(`drop trigger note_click_slice on ${table}`)
    await test.sql('drop function note_click_slice(); drop table click_slice')
  })

  it('gets no rollups from clicks that were not folded before the deletion', async () => {
    const [link, kept] = [await test.seed.link(ada), await test.seed.link(ada)]
    await addClicks(link, 2_500)
    await addClicks(kept, 150)
    await remove(link)
    // The rollups of both are due, and the clicks of the deleted one are still there or just deleted.
    await Promise.all([runTasks(), test.rest.get(`/v1/clicks/analytics/${kept.id}`, { token: ada.token }), runTasks()])
    await runTasks()
    expect(await countRows(link)).toEqual([0, 0, 0])
    const { json } = await test.rest.get(`/v1/clicks/analytics/${kept.id}`, { token: ada.token })
    expect(json.totalClicks).toBe(150)
  })

  it('leaves no row when it is deleted while its clicks are folded', async () => {
    const links = await Promise.all(Array.from({ length: 4 }, () => test.seed.link(ada)))
    for (const link of links) await addClicks(link, 300)
    await Promise.all([runTasks(), ...links.map(remove), runTasks()])
    await runTasks()
    for (const link of links) expect(await countRows(link)).toEqual([0, 0, 0])
  })
})
