import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertClickRows } from '../clicks/rows.ts'
import { folderOf } from '../organizing/seed.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as as visitor } from '../support/visitor.ts'
import { as } from '../workspaces/team.ts'
import { clicksOf, nextStep, openStats, readStats, statsPageOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

describe('the counts of a page', () => {
  it('move every hour, computed once for all visitors, with one statement for each other request', {
    tags: 'race',
  }, async () => {
    const link = await test.seed.link(ada)
    await insertClickRows(test, link, clicksOf('DE', 3))
    nextStep(test)
    const page = await statsPageOf(test, ada, { urlId: link.id })
    test.statements.splice(0)
    const answers = await Promise.all(Array.from({ length: 20 }, () => readStats(test, page)))
    for (const { json } of answers) expect(json).toEqual(answers[0]?.json)
    const isReport = (sql: string) => sql.includes('ranked_value')
    expect(test.statements.splice(0).filter(isReport)).toHaveLength(1)
    await insertClickRows(test, link, clicksOf('DE', 2))
    test.clock.advance({ minutes: 59, seconds: 59 })
    expect((await readStats(test, page)).json.totalClicks).toBe(3)
    const own = test.statements.filter((sql) => sql.includes('shared_stats_page'))
    expect([own.length, test.statements.filter(isReport).length]).toEqual([1, 0])
    // Another node, or a page that was changed, counts until the same instant.
    test.clock.advance({ ms: 1 })
    await test.rest.patch(`/v1/shared-stats/${page.id}`, { title: 'Changed' }, as(ada))
    expect((await readStats(test, page)).json).toMatchObject({ title: 'Changed', totalClicks: 3 })
    test.clock.advance({ seconds: 1 })
    expect((await readStats(test, page)).json.totalClicks).toBe(5)
  })

  it('tell no more of a private visit than its hour', async () => {
    const link = await test.seed.link(ada)
    const { clock } = test
    nextStep(test)
    const page = await statsPageOf(test, ada, { urlId: link.id })
    clock.advance({ minutes: 20 })
    await test.rest.get(`/${link.shortUrl}`, visitor('chrome', { 'sec-gpc': '1' }))
    await expect.poll(() => test.sql('select 1 from click where url_id = ?', [link.id])).toHaveLength(1)
    const counts: number[] = []
    for (let minutes = 20; minutes < 60; minutes += 5) {
      counts.push((await readStats(test, page)).json.totalClicks)
      clock.advance({ minutes: 5 })
    }
    expect(counts).toEqual(counts.map(() => 0))
    expect((await readStats(test, page)).json.totalClicks).toBe(1)
  })

  it('have no part of the time line and no title with fewer than 3 clicks', async () => {
    const folder = await folderOf(test, ada)
    const at = new Date(test.clock.now().getTime() - 3 * 3_600_000)
    const [popular, quiet] = [
      await test.seed.link(ada, { title: 'Popular', folderId: folder.id }),
      await test.seed.link(ada, { title: 'Quiet', folderId: folder.id }),
    ]
    await insertClickRows(test, popular, clicksOf('DE', 3))
    await insertClickRows(test, quiet, clicksOf('DE', 2, { at }))
    nextStep(test)
    const page = await statsPageOf(test, ada, { folderId: folder.id, showsLinkTitles: true })
    const { json } = await readStats(test, page)
    expect(json).toMatchObject({ totalClicks: 5, links: [{ title: 'Popular', clicks: 3 }] })
    expect(json.timeseries.filter(({ clicks }: { clicks: number }) => clicks > 0)).toMatchObject([{ clicks: 3 }])
    expect((await openStats(test, page)).text).not.toContain('Quiet')
  })

  it('are 0 for a period that has just begun', async () => {
    const { id: urlId } = await test.seed.link(ada)
    nextStep(test)
    test.clock.advance({ minutes: 2 })
    const from = test.clock.now().toISOString()
    test.clock.advance({ minutes: 1 })
    const page = await statsPageOf(test, ada, { urlId, from })
    const { status, json } = await readStats(test, page)
    expect([status, json.totalClicks]).toEqual([200, 0])
  })
})
