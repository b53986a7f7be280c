import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { foldAll } from '../clicks/analytics/answers.ts'
import { exported } from '../exports/seed.ts'
import { codeRow, expectError } from '../links/answers.ts'
import { attach, pixelOf } from '../pixels/seed.ts'
import { codeOf, logoOf } from '../qr-codes/seed.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as as visitor } from '../support/visitor.ts'
import { templateOf } from '../utm-templates/seed.ts'
import { seedTeam, type Team } from './team.ts'

const isServer = inject('database').kind === 'server'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

/** The clock moves by days, which ends sessions. */
const again = async ({ id }: SeededAccount) => ({ token: await test.seed.session(id) })
const remove = async (team: Team) =>
  test.rest.delete(`/v1/workspaces/${team.id}?confirm=${team.slug}`, await again(team.owner))
const restore = async (team: Team) =>
  test.rest.post(`/v1/workspaces/${team.id}/restore`, undefined, await again(team.owner))
const totalClicks = async () => {
  test.clock.advance({ minutes: 6 })
  return (await test.rest.get('/v1/public-stats')).json.totalClicks
}

/** The number of rows of a workspace in every table that names workspaces or links. */
async function countRows(workspaceId: string, linkIds: readonly string[]): Promise<Record<string, number>> {
  const columns = await test.sql<{ table: string; column: string }>(
    `select columns.table_name as table, column_name as column from information_schema.columns join pg_class on relname = columns.table_name
      where table_schema = 'public' and column_name in ('workspace_id', 'link_id', 'url_id') and not relispartition
        and columns.table_name not in ('abuse_act', 'click_link_tombstone')`,
  )
  const counts: Record<string, number> = {}
  for (const { table, column } of columns) {
    const values = column === 'workspace_id' ? [workspaceId] : [...linkIds]
    const [row] = await test.sql<{ count: number }>(
      `select count(*)::int as count from ${table} where ${column} = any(string_to_array(?, ' '))`,
      [values.join(' ')],
    )
    if (row && row.count > 0) counts[`${table}.${column}`] = row.count
  }
  return counts
}

/** A row in most tables that belong to a workspace, over REST. */
async function fill(team: Team): Promise<string[]> {
  const body = { workspaceId: team.id }
  const links = [await test.seed.link(team.member, body), await test.seed.link(team.member, body)]
  const { id: logoId } = await logoOf(test, team.member)
  await test.sql('update qr_logo set workspace_id = ? where id = ?', [team.id, logoId])
  await templateOf(test, team.member, body)
  const { urlId } = await codeOf(test, team.member, { ...body, logoId })
  const hook = { name: 'Ours', url: 'https://hooks.example.com/', events: ['link.created'], ...body }
  const { json: webhook } = await test.rest.post('/v1/webhooks', hook, await again(team.admin))
  await test.rest.post(`/v1/webhooks/${webhook.id}/test`, {}, await again(team.admin))
  await test.seed.key(team.member, body)
  await test.rest.patch(`/v1/urls/${links[0]?.id}/health`, { isWatched: true }, await again(team.member))
  await exported(test, await again(team.member), 'links', body)
  const pixel = await pixelOf(test, team.member, body)
  await attach(test, team.member, { id: String(links[1]?.id) }, pixel)
  for (const { shortUrl } of links) await test.rest.get(`/${shortUrl}`, visitor('chrome'))
  await test.rest.post(
    '/v1/abuse-reports',
    { shortUrl: links[0]?.shortUrl, reason: 'spam', details: 'Bought a list.' },
    {},
  )
  return [...links.map(({ id }) => id), urlId]
}

/** Links with clicks by SQL; `large` clicks on the first one. */
async function fillBySql(workspaceId: string, count: number, large: number): Promise<void> {
  await test.sql(
    `insert into link (id, workspace_id, code, is_custom, title, original_url, current_clicks, created_at, updated_at)
     select 'lnk_' || ? || n, ?, 'x' || lower(?) || n, false, 'Bulk', 'https://example.com/', 1, now(), now()
       from generate_series(1, ?) as n`,
    [workspaceId.slice(4), workspaceId, workspaceId.slice(4), count],
  )
  await test.sql(
    'insert into code (key, link_id, workspace_id) select code, id, workspace_id from link where workspace_id = ? and title = ?',
    [workspaceId, 'Bulk'],
  )
  await test.sql(
    `insert into click (id, url_id, created_at, trigger, is_bot, visitor_hash)
     select 'clk_' || link.id || n, link.id, ?::timestamptz - make_interval(mins => n), 'link', false, decode(lpad(n::text, 16, '0'), 'hex')
       from link
      cross join lateral generate_series(1, case when code = 'x' || lower(?) || 1 then ?::int else 2 end) as n
      where workspace_id = ? and title = 'Bulk'`,
    [test.clock.now(), workspaceId.slice(4), large, workspaceId],
  )
}

describe('a workspace that was deleted 7 days ago', () => {
  it('is deleted with all it has, and nothing of others', async () => {
    const [gone, kept] = [await seedTeam(test), await seedTeam(test)]
    const [goneLinks, keptLinks] = [await fill(gone), await fill(kept)]
    const own = await test.seed.link(gone.owner)
    await test.app.recurringTasks.runAll()
    await foldAll(test)
    const before = await countRows(kept.id, keptLinks)
    expect(Object.keys(await countRows(gone.id, goneLinks))).toEqual(Object.keys(before))
    const clicks = await totalClicks()
    await remove(gone)
    test.clock.advance({ days: 7.1 })
    await test.app.recurringTasks.runAll()
    expect(await countRows(gone.id, goneLinks)).toEqual({})
    expect(await test.sql('select 1 from workspace where id = ?', [gone.id])).toEqual([])
    const after = await countRows(kept.id, keptLinks)
    for (const [column, count] of Object.entries(before)) expect([column, after[column]]).toEqual([column, count])
    expect((await test.rest.get(`/${own.shortUrl}`, visitor('chrome'))).status).toBe(302)
    expect(await totalClicks()).toBe(clicks + 1)
    expectError(await restore(gone), 404, 'WORKSPACE_NOT_FOUND')
  })

  it('leaves its codes as tombstones: a clicked one for ever, another one for 180 days', async () => {
    const team = await seedTeam(test)
    const body = { workspaceId: team.id }
    const clicked = await test.seed.link(team.member, { ...body, customUrl: test.seed.word() })
    const unclicked = await test.seed.link(team.member, { ...body, customUrl: test.seed.word() })
    const formerCode = test.seed.word()
    const renamed = await test.seed.link(team.member, { ...body, customUrl: formerCode })
    await test.rest.patch(`/v1/urls/${renamed.id}`, { customUrl: test.seed.word() }, await again(team.member))
    await test.rest.get(`/${clicked.shortUrl}`, visitor('chrome'))
    await remove(team)
    test.clock.advance({ days: 7.1 })
    await test.app.recurringTasks.runAll()
    const tombstone = { link_id: null, workspace_id: null }
    expect(await codeRow(test, clicked.shortUrl)).toMatchObject({ ...tombstone, released_at: null })
    for (const code of [unclicked.shortUrl, formerCode]) {
      const row = await codeRow(test, code)
      expect(row).toMatchObject(tombstone)
      expect(row?.released_at).not.toBeNull()
      const taken = { longUrl: 'https://example.com/', customUrl: code }
      expect((await test.rest.post('/v1/urls', taken, await again(team.owner))).status).toBe(409)
    }
    test.clock.advance({ days: 181 })
    const free = { longUrl: 'https://example.com/', customUrl: unclicked.shortUrl }
    expect((await test.rest.post('/v1/urls', free, await again(team.stranger))).status).toBe(201)
    expect(
      (await test.rest.post('/v1/urls', { ...free, customUrl: clicked.shortUrl }, await again(team.stranger))).status,
    ).toBe(409)
  })

  it('is deleted in slices, none of which has many rows', async () => {
    const team = await seedTeam(test)
    await fillBySql(team.id, 250, 3_500)
    await remove(team)
    test.clock.advance({ days: 7.1 })
    test.statements.splice(0)
    await test.sql('create table slice (tx bigint, rows int)')
    await test.sql(`create function note_slice() returns trigger language plpgsql as $$ begin
      insert into slice select pg_current_xact_id()::text::bigint, count(*) from gone; return null; end $$`)
    for (const table of ['link', 'click'])
      await test.sql(
        `create trigger note_slice after delete on ${table} referencing old table as gone for each statement execute function note_slice()`,
      )
    await test.app.recurringTasks.runAll()
    for (const table of ['link', 'click']) await test.sql(`drop trigger note_slice on ${table}`)
    const slices = await test.sql<{ rows: number }>(
      'select sum(rows)::int as rows from slice group by tx having sum(rows) > 0',
    )
    expect(slices.reduce((sum, { rows }) => sum + rows, 0)).toBe(250 + 3_500 + 249 * 2)
    expect(Math.max(...slices.map(({ rows }) => rows))).toBeLessThanOrEqual(1_300)
    expect(slices.length).toBeGreaterThanOrEqual(6)
    expect(await test.sql('select 1 from workspace where id = ?', [team.id])).toEqual([])
    // Other files use this database too.
    await test.sql('drop function note_slice')
    await test.sql('drop table slice')
  })

  it.runIf(isServer)(
    'is deleted to the end by nodes that lose their connections (on a server only)',
    { tags: 'race' },
    async () => {
      const [team, witness] = [await seedTeam(test), await seedTeam(test)]
      await fillBySql(team.id, 1_000, 5_000)
      await fillBySql(witness.id, 100, 100)
      await remove(team)
      test.clock.advance({ days: 7.1 })
      const other = await test.sibling()
      const isLeft = async () =>
        (await test.sql('select 1 from workspace where id = ? union all select 1 from click_deletion', [team.id]))
          .length > 0
      let interruptions = 0
      while (await isLeft()) {
        let isRunning = true
        const runs = Promise.all([test.app.recurringTasks.runAll(), other.recurringTasks.runAll()])
        void runs.finally(() => (isRunning = false))
        for (let wait = 1; isRunning && interruptions < 30; wait = (wait * 7) % 40) {
          await new Promise((resolve) => setTimeout(resolve, wait))
          const ended = await test.sql(
            `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and query ~ 'doomed|click_deletion|last as materialized' and state <> 'idle' and pid <> pg_backend_pid()`,
          )
          interruptions += ended.length
        }
        await runs
      }
      await other.close()
      expect(interruptions).toBeGreaterThan(3)
      expect(await test.sql('select 1 from link where workspace_id = ?', [team.id])).toEqual([])
      const rows = await test.sql('select 1 from click where url_id like ?', [`lnk_${team.id.slice(4)}%`])
      expect(rows).toEqual([])
      expect(await test.sql('select 1 from link where workspace_id = ?', [witness.id])).toHaveLength(100)
      expect(await test.sql('select 1 from code where workspace_id = ?', [witness.id])).toHaveLength(100)
    },
  )

  it.each([6.999, 7.0001])('is either restored whole or deleted whole, at day %d', { tags: 'race' }, async (days) => {
    const team = await seedTeam(test)
    const links = await Promise.all(
      Array.from({ length: 5 }, () => test.seed.link(team.member, { workspaceId: team.id })),
    )
    await remove(team)
    test.clock.advance({ days })
    const [{ status }] = await Promise.all([restore(team), test.app.recurringTasks.runAll()])
    await test.app.recurringTasks.runAll()
    expect(status).toBe(days < 7 ? 200 : 404)
    const left = await test.sql('select 1 from link where workspace_id = ?', [team.id])
    expect(left).toHaveLength(status === 200 ? links.length : 0)
    const members = await test.sql('select 1 from workspace_member where workspace_id = ?', [team.id])
    expect(members).toHaveLength(status === 200 ? 4 : 0)
  })
})
