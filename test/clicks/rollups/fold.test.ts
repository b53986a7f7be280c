import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { foldStep, planFold, repairFoldWatermark } from '../../../src/modules/clicks/rollups/fold.queries.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { settling } from '../../support/settling.ts'
import { as, crowd } from '../../support/visitor.ts'
import { factsOf, folderOf, readAnswer, truthOf } from './truth.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await startApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const onServer = inject('database').kind === 'server'
const em = () => test.app.database.orm.em.fork()

async function visited(people: number, link?: SeededLink): Promise<SeededLink> {
  const clicked = link ?? (await test.seed.link(ada))
  for (const visitor of crowd(people)) await test.rest.get(`/${clicked.shortUrl}`, visitor)
  return clicked
}

/** Folds until nothing of the link is left; another database of the server may hold a transaction for a moment. */
async function foldAll(): Promise<void> {
  const left = 'select 1 from click where tx >= (select tx from click_watermark) limit 1'
  const folder = folderOf(test, 5)
  const unfolded = async () => {
    await folder.fold()
    return (await test.sql(left)).length
  }
  await expect.poll(unfolded, settling).toBe(0)
}

async function expectExact(...links: SeededLink[]): Promise<void> {
  for (const { id } of links) {
    const { times, ...truth } = truthOf(await factsOf(test, [id]))
    const { json } = await test.rest.get(`/v1/clicks/analytics/${id}`, { token: ada.token })
    expect(readAnswer(json)).toEqual(truth)
    expect(json.totalClicks).toBe(times.length)
  }
}

const sumOf = async ({ id }: SeededLink) => {
  const [row] = await test.sql<{ clicks: number }>(
    `select clicks from click_rollup where url_id = ? and span = 'all' and dimension = 'total'`,
    [id],
  )
  return row?.clicks ?? 0
}

describe('folding', () => {
  it('happens in the background, soon after a click', async () => {
    const link = await visited(3)
    await expect.poll(() => sumOf(link), settling).toBe(3)
    await expectExact(link)
  })

  it('counts every click once, whether it is folded in one step or in many, or again', async () => {
    const links = [await visited(7), await visited(4), await visited(1)]
    await expectExact(...links)
    await foldAll()
    await folderOf(test).fold()
    expect(await Promise.all(links.map(sumOf))).toEqual([7, 4, 1])
    await visited(2, links[0])
    await expectExact(...links)
    await foldAll()
    await expectExact(...links)
  })

  it('that breaks off before its commit has done nothing, and is done again', async () => {
    const link = await visited(5)
    const broken = em().transactional(async (inner) => {
      for (const step of (await planFold(inner, 2)).steps) await foldStep(inner, step)
      throw new Error('the process ends here')
    })
    await expect(broken).rejects.toThrow('the process ends here')
    await expectExact(link)
    await foldAll()
    expect(await sumOf(link)).toBe(5)
    await expectExact(link)
  })

  it('passes over a transaction that was rolled back', async () => {
    const link = await visited(1)
    const aborted = em()
    await aborted.begin()
    await aborted.execute(
      `insert into click (id, url_id, created_at, trigger, is_bot) values (?, ?, now(), 'link', false)`,
      [`clk_${test.seed.word()}`, link.id],
    )
    await aborted.rollback()
    await visited(1, link)
    await foldAll()
    expect(await sumOf(link)).toBe(2)
    await expectExact(link)
  })

  it('leaves nothing of a deleted link', async () => {
    const link = await visited(3)
    await foldAll()
    await visited(2, link)
    await test.rest.delete(`/v1/urls/${link.id}`, { token: ada.token })
    await foldAll()
    for (const table of ['click', 'click_rollup', 'click_visitor']) {
      expect(await test.sql(`select 1 from ${table} where url_id = ?`, [link.id])).toEqual([])
    }
  })

  it('forgets visitors when their salt is gone, and not how many they were', async () => {
    const link = await visited(4)
    await foldAll()
    const visitors = () => test.sql('select 1 from click_visitor where url_id = ?', [link.id])
    const folder = folderOf(test)
    await folder.deleteOldVisitors()
    expect(await visitors()).toHaveLength(4)
    const now = test.clock.now()
    test.clock.advance({ days: 3 })
    await folder.deleteOldVisitors()
    test.clock.set(now)
    expect(await visitors()).toEqual([])
    await expectExact(link)
  })

  it('starts anew where the rows were restored and transactions are counted from the beginning', async () => {
    const link = await visited(3)
    await foldAll()
    await visited(2, link)
    // As a dump of another server would have left it, whose transactions had come far.
    await test.sql(`update click set tx = tx + 1000000000000 where tx >= (select tx from click_watermark)`)
    await test.sql(`update click_watermark set tx = tx + 1000000000000`)
    await repairFoldWatermark(em())
    await visited(1, link)
    await expectExact(link)
    await foldAll()
    expect(await sumOf(link)).toBe(6)
    await repairFoldWatermark(em())
    await expectExact(link)
  })
})

describe.runIf(onServer)('on a server, folding', () => {
  /** What waits for a lock while it folds. */
  const waiting = () =>
    test.sql<{ pid: number }>(
      `select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%for key share%'`,
    )

  it('whose connection is killed in the middle has done nothing, and is done again', async () => {
    const link = await visited(6)
    const holder = em()
    await holder.begin()
    await holder.execute('select 1 from link where id = ? for update', [link.id])
    const folding = folderOf(test).fold()
    await expect.poll(async () => (await waiting()).length, settling).toBeGreaterThan(0)
    for (const { pid } of await waiting()) await test.sql('select pg_terminate_backend(?)', [pid])
    await Promise.allSettled([folding])
    expect(await sumOf(link)).toBe(0)
    await holder.commit()
    await expectExact(link)
    await foldAll()
    expect(await sumOf(link)).toBe(6)
    await expectExact(link)
  })

  it('by several nodes at once counts every click once', async () => {
    const links = [await visited(9), await visited(9)]
    await Promise.all(Array.from({ length: 4 }, () => folderOf(test, 2).fold()))
    await expectExact(...links)
    await foldAll()
    expect(await Promise.all(links.map(sumOf))).toEqual([9, 9])
  })

  it('waits for a deletion, and goes on without the link', async () => {
    const [gone, kept] = [await visited(3), await visited(3)]
    const deletion = em()
    await deletion.begin()
    await deletion.execute('delete from link where id = ?', [gone.id])
    const folding = folderOf(test, 100).fold()
    await expect.poll(async () => (await waiting()).length, settling).toBeGreaterThan(0)
    await deletion.commit()
    await Promise.allSettled([folding])
    await foldAll()
    expect(await sumOf(kept)).toBe(3)
    expect(await test.sql('select 1 from click_rollup where url_id = ?', [gone.id])).toEqual([])
    await expectExact(kept)
  })

  it('waits for a transaction that has not ended, says for how long, and answers stay exact', async () => {
    const link = await visited(2)
    await foldAll()
    const slow = em()
    await slow.begin()
    await slow.execute(`insert into click (id, url_id, created_at, trigger, is_bot) values (?, ?, ?, 'link', false)`, [
      `clk_${test.seed.word()}`,
      link.id,
      test.clock.now(),
    ])
    await visited(3, link)
    const folder = folderOf(test)
    await folder.fold()
    test.clock.advance({ minutes: 2 })
    await folder.fold()
    expect(folder.lagMs).toBe(120_000)
    expect(await sumOf(link)).toBe(2)
    await expectExact(link)
    await slow.commit()
    await expectExact(link)
    await foldAll()
    expect(await sumOf(link)).toBe(6)
    await folder.fold()
    expect(folder.lagMs).toBe(0)
    await expectExact(link)
  })
})

it('counts a robot, and a visitor who asks for privacy, as the rows do', async () => {
  const link = await visited(2)
  await test.rest.get(`/${link.shortUrl}`, as('googlebot'))
  await test.rest.get(`/${link.shortUrl}`, as('firefox', { 'sec-gpc': '1' }))
  await foldAll()
  await expectExact(link)
})
