import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteOldExports } from '../../src/modules/integrations/exports/old-exports.ts'
import { manyClicks } from '../clicks/rows.ts'
import { storeOf } from '../files/seed.ts'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, seedTeam } from '../workspaces/team.ts'
import { downloadOf, endOf, exported, exportOf, filesOf, type SeededExport, sendJob } from './seed.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const read = async (account: SeededAccount, { id }: SeededExport) =>
  (await test.rest.get(`/v1/exports/${id}`, as(account))).json as SeededExport
const cancel = (account: SeededAccount, { id }: SeededExport) =>
  test.rest.post(`/v1/exports/${id}/cancel`, {}, as(account))

const jobsOf = (id: string) =>
  test.sql(
    `select 1 from jobs.job where name = 'exports' and state in ('created', 'retry', 'active') and data ->> 'exportId' = ?`,
    [id],
  )

/** An export whose file is being written. */
async function runningExport(): Promise<{ ada: SeededAccount; begun: SeededExport; clickCount: number }> {
  const [ada, clickCount] = [await test.seed.account(), 6_000]
  await manyClicks(test, await test.seed.link(ada), clickCount)
  const begun = await exportOf(test, ada, 'clicks', { format: 'json' })
  await expect.poll(() => filesOf(test, ada.workspaceId), { timeout: 20_000, interval: 5 }).toHaveLength(1)
  expect(await read(ada, begun)).toMatchObject({ state: 'running', download: null })
  return { ada, begun, clickCount }
}

describe('POST /exports/{id}/cancel', () => {
  it('ends an export that is written, and leaves no file', async () => {
    const { ada, begun } = await runningExport()
    const { status, json } = await cancel(ada, begun)
    expect([status, json.state, json.download]).toEqual([200, 'cancelled', null])
    await expect.poll(() => jobsOf(begun.id), { timeout: 20_000 }).toEqual([])
    expect(await filesOf(test, ada.workspaceId)).toEqual([])
    expect((await read(ada, begun)).state).toBe('cancelled')
    expectError(await cancel(ada, begun), 409, 'EXPORT_ENDED')
  })

  it('ends one that waits, which is not begun then', async () => {
    const ada = await test.seed.account()
    const ended = await exported(test, ada)
    await test.sql(`update file_export set state = 'queued', finished_at = null where id = ?`, [ended.id])
    expect((await cancel(ada, ended)).json.state).toBe('cancelled')
    expect(await filesOf(test, ada.workspaceId)).toEqual([])
    await sendJob(test, ended)
    await expect.poll(() => jobsOf(ended.id), { timeout: 20_000 }).toEqual([])
    expect((await read(ada, ended)).state).toBe('cancelled')
  })

  it('returns 409 for one that has ended, and its file stays', async () => {
    const ada = await test.seed.account()
    const ended = await exported(test, ada)
    expectError(await cancel(ada, ended), 409, 'EXPORT_ENDED')
    expect((await downloadOf(test, ended)).status).toBe(200)
  })

  it('returns 404 for a stranger, and for a viewer who has not requested it', async () => {
    const team = await seedTeam(test)
    const input = { workspaceId: team.id }
    const [ofMember, ofViewer] = [
      await exported(test, team.member, 'links', input),
      await exported(test, team.viewer, 'links', input),
    ]
    await test.sql(`update file_export set state = 'queued' where workspace_id = ?`, [team.id])
    expectError(await cancel(team.stranger, ofMember), 404, 'EXPORT_NOT_FOUND')
    expectError(await cancel(team.viewer, ofMember), 404, 'EXPORT_NOT_FOUND')
    expect((await cancel(team.viewer, ofViewer)).json.state).toBe('cancelled')
    expect((await cancel(team.admin, ofMember)).json.state).toBe('cancelled')
  })
})

describe('GET /exports', () => {
  it('returns the exports of the workspace, newest first, and 404 for those of others', async () => {
    const [ada, eve] = [await test.seed.account(), await test.seed.account()]
    const [first, second] = [await exported(test, ada), await exported(test, ada)]
    const { json, headers } = await test.rest.get('/v1/exports', as(ada))
    expect(json.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
    expect(headers['x-total-count']).toBe('2')
    expect((await test.rest.get('/v1/exports', as(eve))).json).toEqual([])
    expectError(await test.rest.get(`/v1/exports/${first.id}`, as(eve)), 404, 'EXPORT_NOT_FOUND')
    const node = await test.graph('query ($id: ID!) { node(id: $id) { id } }', {
      ...as(eve),
      variables: { id: first.id },
    })
    expect(node.data.node).toBeNull()
  })

  it('has no download after 24 hours, nor the export itself 30 days after its end', async () => {
    const ada = await test.seed.account()
    const ended = await exported(test, ada)
    const again = { ...ada, token: '' }
    test.clock.advance({ hours: 23, minutes: 59 })
    again.token = await test.seed.session(ada.id)
    expect((await downloadOf(test, ended)).status).toBe(200)
    expect((await read(again, ended)).download).toEqual(ended.download)
    test.clock.advance({ minutes: 2 })
    expectError(await downloadOf(test, ended), 404, 'DOWNLOAD_NOT_FOUND')
    expect(await read(again, ended)).toMatchObject({ state: 'completed', rowCount: 0, download: null })
    for (const [days, count] of [
      [28, 1],
      [2, 0],
    ] as const) {
      test.clock.advance({ days })
      await deleteOldExports(test.app.database.orm, test.clock.now())
      await storeOf(test).runMaintenance()
      const rows = await test.sql('select 1 from file_export where id = ?', [ended.id])
      expect([days, rows.length]).toEqual([days, count])
    }
    expect(await filesOf(test, ada.workspaceId)).toEqual([])
  })
})

describe('a job of an export', () => {
  it('that begins while another one writes takes over, and leaves one file', async () => {
    const { ada, begun, clickCount } = await runningExport()
    const [former] = await filesOf(test, ada.workspaceId)
    // The same as when the worker is taken to be dead; its group would make the second job wait.
    await sendJob(test, { ...begun, workspaceId: 'other' })
    const ended = await endOf(test, ada, begun.id)
    expect(ended).toMatchObject({ state: 'completed', rowCount: clickCount })
    await expect.poll(() => jobsOf(begun.id), { timeout: 20_000 }).toEqual([])
    const files = await filesOf(test, ada.workspaceId)
    expect(files).toHaveLength(1)
    expect(files).not.toContain(former)
    const rows = JSON.parse((await downloadOf(test, ended)).text)
    expect(new Set(rows.map(({ id }: { id: string }) => id)).size).toBe(clickCount)
  })

  it('fails the export when its file could not be written five times, and deletes what there was', async () => {
    const ada = await test.seed.account()
    const ended = await exported(test, ada)
    await test.sql(`update file_export set state = 'running', attempts = 5, finished_at = null where id = ?`, [
      ended.id,
    ])
    await sendJob(test, ended)
    expect(await endOf(test, ada, ended.id)).toMatchObject({
      state: 'failed',
      failureMessage: 'The file could not be written in 5 attempts.',
      finishedAt: expect.any(String),
      download: null,
    })
    expect(await filesOf(test, ada.workspaceId)).toEqual([])
  })

  it('does nothing for an export that was deleted with its workspace', async () => {
    const { ada, begun } = await runningExport()
    await test.sql('delete from file_export where id = ?', [begun.id])
    await expect.poll(() => jobsOf(begun.id), { timeout: 20_000 }).toEqual([])
    expect(await filesOf(test, ada.workspaceId)).toEqual([])
  })
})

describe('the download link of an export', () => {
  it('ends with the membership of who requested it, and no other link does', async () => {
    const team = await seedTeam(test)
    const ofMember = await exported(test, team.member, 'links', { workspaceId: team.id })
    const ofAdmin = await exported(test, team.admin, 'links', { workspaceId: team.id })
    const elsewhere = await exported(test, team.member)
    expect((await downloadOf(test, ofMember)).status).toBe(200)
    await test.rest.delete(`/v1/workspaces/${team.id}/members/${team.member.id}`, as(team.admin))
    expect((await downloadOf(test, ofMember)).status).toBe(404)
    expect(await read(team.admin, ofMember)).toMatchObject({ state: 'completed', download: null })
    for (const kept of [ofAdmin, elsewhere]) expect((await downloadOf(test, kept)).status).toBe(200)
  })
})
