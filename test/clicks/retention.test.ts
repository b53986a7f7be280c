import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { retentionSliceSize } from '../../src/modules/visits/clicks/store/postgres/deleting/old-clicks.queries.ts'
import { dayMs } from '../../src/platform/shared/time.ts'
import { expectError, expectGraphqlError } from '../links/answers.ts'
import { emptiedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { recorded } from '../support/visitor.ts'
import { as, personalWorkspaceOf, seedTeam } from '../workspaces/team.ts'
import { foldAll, readAnalytics } from './analytics/answers.ts'
import { insertClickRows, manyClicks } from './rows.ts'

let test: TestApp
let ada: SeededAccount
let id: string
beforeAll(async () => {
  test = await emptiedApp()
})
beforeEach(async () => {
  ada = await test.seed.account()
  id = await personalWorkspaceOf(test, ada)
})
afterAll(() => test.close())

const keepFor = (clickRetentionDays: number | null, account = ada, workspaceId = id) =>
  test.rest.patch(`/v1/workspaces/${workspaceId}`, { clickRetentionDays }, as(account))

const daysAgo = (days: number) => new Date(test.clock.now().getTime() - days * dayMs)

const midnight = (at: Date) => new Date(at.getTime() - (at.getTime() % dayMs))

/** Clicks in the first moment of the oldest day that is kept for 40 days, in the last before it, and today. */
async function seedClicks(account = ada): Promise<SeededLink> {
  const link = await test.seed.link(account)
  const oldestDay = midnight(daysAgo(40))
  await insertClickRows(test, link, [
    { at: new Date(oldestDay.getTime() - 300 * dayMs), visitor: 'eve', country: 'DE' },
    { at: new Date(oldestDay.getTime() - 1), visitor: 'eve', country: 'DE' },
    { at: oldestDay, visitor: 'eve', country: 'FR' },
    { visitor: 'eve', country: 'FR' },
  ])
  return link
}

const runTasks = () => test.app.recurringTasks.run('delete old clicks')

const timesOf = async (link: SeededLink) =>
  (await recorded(test, link)).map(({ created_at }) => new Date(created_at).getTime())

describe('PATCH /workspaces/{id} with clickRetentionDays', () => {
  it('deletes the clicks of days before, and leaves totals, series, breakdowns and visitors unchanged', async () => {
    const link = await seedClicks()
    await foldAll(test)
    const summaries = () =>
      Promise.all([
        readAnalytics(test, ada.token, '?unit=month', link),
        readAnalytics(test, ada.token, '', link),
        readAnalytics(test, ada.token, '?unit=day&interval=90d', link),
      ])
    const before = await summaries()
    expect(before[0]).toMatchObject({ totalClicks: 4, uniqueVisitors: 4 })
    expect((await keepFor(40)).json).toMatchObject({ id, clickRetentionDays: 40 })
    await runTasks()
    expect(await timesOf(link)).toEqual([midnight(daysAgo(40)).getTime(), test.clock.now().getTime()])
    expect(await summaries()).toEqual(before)
    const list = await test.rest.get(`/v1/clicks?to=${midnight(daysAgo(40)).toISOString()}`, as(ada))
    expect(list.json).toEqual([])
    const filtered = await readAnalytics(test, ada.token, '?country=DE', link)
    expect(filtered).toMatchObject({ totalClicks: 0, countsFrom: midnight(daysAgo(40)).toISOString() })
  })

  it('leaves clicks of other workspaces, and keeps all again after null', async () => {
    const other = await test.seed.account()
    const links = [await seedClicks(), await seedClicks(other)] as const
    await foldAll(test)
    await keepFor(40)
    expect((await keepFor(null)).json).toMatchObject({ clickRetentionDays: null })
    await runTasks()
    expect(await Promise.all(links.map(timesOf))).toMatchObject([{ length: 4 }, { length: 4 }])
    await keepFor(40)
    await runTasks()
    expect(await Promise.all(links.map(timesOf))).toMatchObject([{ length: 2 }, { length: 4 }])
  })

  it('keeps a click that is not in the rollups yet', async () => {
    const link = await seedClicks()
    await foldAll(test)
    const [late] = await insertClickRows(test, link, [{ at: daysAgo(100) }])
    await test.sql('update click set tx = 9000000000000000 where id = ?', [late])
    await keepFor(40)
    await runTasks()
    expect((await recorded(test, link)).map((click) => click.id)).toContain(late)
    expect(await timesOf(link)).toHaveLength(3)
    await test.sql('update click set tx = 0 where id = ?', [late])
    await runTasks()
    expect(await timesOf(link)).toHaveLength(2)
  })

  it('deletes more clicks than a slice has, on more links than a page has', async () => {
    const links = [await seedClicks()]
    for (let count = 0; count < 101; count++) links.push(await test.seed.link(ada))
    const newest = links.at(-1)
    if (!newest || !links[0]) throw new Error('A link is missing.')
    const now = test.clock.now()
    test.clock.set(daysAgo(50))
    await manyClicks(test, newest, retentionSliceSize + 1)
    test.clock.set(now)
    await foldAll(test)
    await keepFor(40)
    await runTasks()
    expect([await timesOf(newest), await timesOf(links[0])]).toMatchObject([{ length: 0 }, { length: 2 }])
    expect(await readAnalytics(test, ada.token, '', newest)).toMatchObject({ totalClicks: retentionSliceSize + 1 })
  })

  it.each([29, 0, -1, 3651, 30.5, '40'])('returns 400 for %j', async (days) => {
    expectError(await keepFor(days as number), 400, 'INVALID_PARAMS')
  })

  it.each([30, 3650])('accepts %j', async (days) => {
    expect((await keepFor(days)).json).toMatchObject({ clickRetentionDays: days })
  })

  it('returns 403 for a member, and 200 for an admin, and the activities say what was changed', async () => {
    const team = await seedTeam(test)
    expectError(await keepFor(40, team.member, team.id), 403, 'ROLE_TOO_LOW')
    expect((await keepFor(40, team.admin, team.id)).json).toMatchObject({ clickRetentionDays: 40 })
    const [row] = await test.sql<{ summary: string }>(
      `select summary from activity where workspace_id = ? and type = 'workspace.updated'`,
      [team.id],
    )
    expect(row?.summary).toBe('Workspace "Acme" was changed: days for which clicks are kept.')
  })
})

describe('updateWorkspace with clickRetentionDays', () => {
  const document = `mutation ($id: ID!, $days: Int) {
    updateWorkspace(id: $id, input: { clickRetentionDays: $days }) { clickRetentionDays }
  }`
  const update = (days: number | null) => test.graph(document, { ...as(ada), variables: { id, days } })

  it('changes it, clears it with null, and returns INVALID_PARAMS out of bounds', async () => {
    expect((await update(365)).data.updateWorkspace).toEqual({ clickRetentionDays: 365 })
    expectGraphqlError(await update(29), 400, 'INVALID_PARAMS')
    expect((await update(null)).data.updateWorkspace).toEqual({ clickRetentionDays: null })
  })
})
