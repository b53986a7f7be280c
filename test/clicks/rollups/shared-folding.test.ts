import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { inShardsSql, isUnfoldedSql, shardCount } from '../../../src/modules/visits/clicks/rollups/watermark.queries.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { settling } from '../../support/settling.ts'
import { allShards, createRollupWorker, foldingActs, withHeldShards } from './fold-worker.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await startApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const onServer = inject('database').kind === 'server'
const em = () => test.app.database.orm.em.fork()

const { visited, foldAll, expectExact, sumOf } = foldingActs(
  () => test,
  () => ada,
)

describe.runIf(onServer)('nodes that fold at the same time', () => {
  it('counts each click once when several nodes fold', async () => {
    const links = [await visited(9), await visited(9)]
    await Promise.all(Array.from({ length: 4 }, () => createRollupWorker(test, 2).fold()))
    await expectExact(...links)
    await foldAll()
    expect(await Promise.all(links.map(sumOf))).toEqual([9, 9])
  })

  it('goes on with the links whose shards no other node folds, and analytics stay exact', async () => {
    await foldAll()
    const links: SeededLink[] = []
    for (let n = 0; n < 12; n++) links.push(await test.seed.link(ada))
    const unfolded = async (shards: number[]) =>
      (await test.sql(`select 1 from click where ${isUnfoldedSql}${inShardsSql(shards)}`)).length
    const [held, free] = [
      [0, 2, 3, 7],
      [1, 4, 5, 6],
    ]
    const checkRest = async () => {
      const foldRest = async () => {
        await createRollupWorker(test, 2).fold()
        return unfolded(free)
      }
      await expect.poll(foldRest, settling).toBe(0)
      const waiting = links.filter(({ id }) => held.includes(id.charCodeAt(id.length - 1) % shardCount))
      expect(await unfolded(held)).toBe(waiting.reduce((sum, link) => sum + 1 + (links.indexOf(link) % 4), 0))
      await expectExact(...links)
    }
    // First nobody folds, because the service itself also does so every second. A transaction that has locked a row
    // delays the clicks of all that follow, so the one that stays begins after the visits.
    let checked: Promise<void> | undefined
    await withHeldShards(test, allShards, async () => {
      for (const [n, link] of links.entries()) await visited(1 + (n % 4), link)
      checked = withHeldShards(test, held, checkRest)
      const waiters = () =>
        test.sql(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      await expect.poll(async () => (await waiters()).length, settling).toBeGreaterThan(0)
    })
    await checked
    await expectExact(...links)
    await visited(2, links[0])
    await Promise.all(Array.from({ length: 3 }, () => createRollupWorker(test, 2).fold()))
    await expectExact(...links)
    await foldAll()
    expect(await Promise.all(links.map(sumOf))).toEqual([3, ...links.slice(1).map((_, n) => 1 + ((n + 1) % 4))])
    await expectExact(...links)
  })

  it('folds all links together under the common watermark as long as a node of version 0.1.0 listens', async () => {
    await foldAll()
    const common = () => test.sql<{ tx: string }>('select tx::text from click_watermark')
    const shards = () => test.sql<{ tx: string }>('select distinct tx::text from click_fold_watermark')
    const former = em()
    await former.begin()
    await former.execute(`set local application_name = 'tack listener'`)
    const [shared] = await shards()
    await test.sql('insert into click_watermark (tx) select ?::bigint', [shared?.tx])
    const links = [await visited(3), await visited(4), await visited(2)]
    expect(await withHeldShards(test, [5], () => createRollupWorker(test, 1).fold())).toBe(0)
    await createRollupWorker(test, 1).fold()
    expect(await common()).toEqual(await shards())
    // The former version folds: it moves its watermark only.
    const [{ tx } = { tx: '' }] = await common()
    await test.sql('update click_watermark set tx = tx + 1')
    expect(await shards()).toEqual([{ tx: String(BigInt(tx) + 1n) }])
    await test.sql('update click_watermark set tx = ?', [tx])
    await expectExact(...links)
    await former.rollback()
    await visited(1, links[0])
    await foldAll()
    expect(await common()).toEqual([])
    await expectExact(...links)
  })
})
