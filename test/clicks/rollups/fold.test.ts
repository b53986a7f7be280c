import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  foldWatermarkMigration,
  oneWatermarkMigration,
} from '../../../src/modules/visits/clicks/migrations/watermark.migrations.ts'
import { foldStep } from '../../../src/modules/visits/clicks/store/postgres/rollups/fold.queries.ts'
import { planFold } from '../../../src/modules/visits/clicks/store/postgres/rollups/fold-plan.queries.ts'
import { repairFoldWatermark } from '../../../src/modules/visits/clicks/store/postgres/rollups/fold-slices.queries.ts'
import { StepSize } from '../../../src/modules/visits/clicks/store/postgres/rollups/step-size.ts'
import { isUnfoldedSql } from '../../../src/modules/visits/clicks/store/postgres/rollups/watermark.queries.ts'
import { emptiedApp, type TestApp } from '../../support/app.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { settling } from '../../support/settling.ts'
import { createRollupWorker, foldingActs, withHeldWatermark } from './fold-worker.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await emptiedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const onServer = inject('database').kind === 'server'
const em = () => test.app.database.orm.em.fork()

const { visited, foldAll, expectExact, sumOf } = foldingActs(
  () => test,
  () => ada,
)

describe('folding', () => {
  it('runs in the background soon after a click', async () => {
    const link = await visited(3)
    await expect.poll(() => sumOf(link), settling).toBe(3)
    await expectExact(link)
  })

  it('counts each click once, in one step, in many, and when repeated', async () => {
    const links = [await visited(7), await visited(4), await visited(1)]
    await expectExact(...links)
    await foldAll()
    await createRollupWorker(test).fold()
    expect(await Promise.all(links.map(sumOf))).toEqual([7, 4, 1])
    await visited(2, links[0])
    await expectExact(...links)
    await foldAll()
    await expectExact(...links)
  })

  it('has no effect when it fails before its commit, and can be repeated', async () => {
    const link = await visited(5)
    const broken = em().transactional(async (inner) => {
      const { steps } = await planFold(inner, 2)
      for (const step of steps) await foldStep(inner, step)
      throw new Error('the process ends here')
    })
    await expect(broken).rejects.toThrow('the process ends here')
    await expectExact(link)
    await foldAll()
    expect(await sumOf(link)).toBe(5)
    await expectExact(link)
  })

  it('folds the clicks of one large transaction in slices, each counted once at any moment', async () => {
    const link = await visited(2)
    const other = await visited(1)
    await foldAll()
    const rows = 5_100
    await em().execute(
      `insert into click (id, url_id, created_at, trigger, is_bot, visitor_hash, country, device)
       select 'clk_${test.seed.word()}' || n, (array[?, ?])[1 + n % 2], now() - n * interval '1 minute', 'link', false,
              decode(md5((n % 700)::text), 'hex'), 'DE', 'Mobile'
         from generate_series(1, ?::int) as n`,
      [link.id, other.id, rows],
    )
    await visited(1, link)
    const unfolded = async () =>
      (await test.sql<{ n: number }>(`select count(*)::int as n from click where ${isUnfoldedSql}`))[0]?.n
    // The first slice of a link at its limit ends this worker: some clicks are in the rollups then and some are not.
    await test.sql('update link set click_limit = 1 where id in (?, ?)', [link.id, other.id])
    const worker = createRollupWorker(test, 1_000, () => worker.close())
    await worker.fold()
    expect(await unfolded()).toSatisfy((n: number) => n > 0 && n < rows)
    await expectExact(link, other)
    await foldAll()
    await expectExact(link, other)
    expect([await sumOf(link), await sumOf(other)]).toEqual([rows / 2 + 3, rows / 2 + 1])
  })

  it('ignores a transaction that was rolled back', async () => {
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

  it('keeps no rows of a deleted link', async () => {
    const link = await visited(3)
    await foldAll()
    await visited(2, link)
    await test.rest.delete(`/v1/urls/${link.id}`, { token: ada.token })
    await foldAll()
    for (const table of ['click', 'click_visitor', 'click_rollup'])
      await expect.poll(() => test.sql(`select 1 from ${table} where url_id = ?`, [link.id]), settling).toEqual([])
  })

  it('deletes visitors after their salt, and keeps their number', async () => {
    const link = await visited(4)
    await foldAll()
    const visitors = () => test.sql('select 1 from click_visitor where url_id = ?', [link.id])
    const worker = createRollupWorker(test)
    await worker.deleteOldVisitors()
    expect(await visitors()).toHaveLength(4)
    const now = test.clock.now()
    test.clock.advance({ days: 3 })
    await worker.deleteOldVisitors()
    test.clock.set(now)
    expect(await visitors()).toEqual([])
    await expectExact(link)
  })

  it('keeps the visitors of days with clicks that are not folded yet, however long that takes', async () => {
    const link = await visited(4)
    await foldAll()
    // The same people again.
    await test.sql(
      `insert into click (id, url_id, created_at, device, visitor_hash, is_bot, trigger)
       select id || '-again', url_id, created_at + interval '1 second', device, visitor_hash, is_bot, trigger
         from click where url_id = ?`,
      [link.id],
    )
    const now = test.clock.now()
    test.clock.advance({ days: 3 })
    await createRollupWorker(test).deleteOldVisitors()
    test.clock.set(now)
    await foldAll()
    await expectExact(link)
    const [total] = await test.sql(
      `select clicks, visitors from click_rollup where url_id = ? and span = 'all' and dimension = 'total'`,
      [link.id],
    )
    expect(total).toMatchObject({
      clicks: expect.toSatisfy((count) => Number(count) === 8),
      visitors: expect.toSatisfy((count) => Number(count) === 4),
    })
  })

  it('starts again after rows were restored into a database with a lower transaction counter, also when interrupted', async () => {
    const link = await visited(3)
    await foldAll()
    const rows = 2_000
    await em().transactional(async (inner) => {
      // As restored from a server with a much higher transaction counter.
      await inner.execute('update click_watermark set tx = tx + 1000000000000')
      await inner.execute(
        `insert into click (id, url_id, created_at, trigger, is_bot, visitor_hash, tx)
         select 'clk_${test.seed.word()}' || n, ?, now() - n * interval '1 minute', 'link', false,
                decode(md5((n % 300)::text), 'hex'), pg_current_xact_id()::text::bigint + 1000000000000
           from generate_series(1, ?::int) as n`,
        [link.id, rows],
      )
    })
    const maxClicks = 20
    const leftRows = new Set<number>()
    for (const end of [0.5, 0.6, 0.7, 0.8, 0.85, 0.9]) {
      const onProgress = (share: number) => {
        if (share > end) throw new Error('the process ends here')
      }
      await expect(repairFoldWatermark(em(), { maxClicks, onProgress })).rejects.toThrow('ends here')
      leftRows.add((await test.sql(`select 1 from click where ${isUnfoldedSql}`)).length)
    }
    // Between two transactions, some clicks are in the rollups and some are not.
    expect([...leftRows]).toSatisfy((counts: number[]) => counts.some((count) => count > 0 && count < rows))
    await expectExact(link)
    await repairFoldWatermark(em(), { maxClicks })
    await visited(1, link)
    await expectExact(link)
    await foldAll()
    expect(await sumOf(link)).toBe(rows + 4)
    await repairFoldWatermark(em(), { maxClicks })
    await expectExact(link)
  })

  it('goes on behind one watermark in a database that had eight, of which some were ahead', async () => {
    const shardOf = ({ id }: SeededLink) => id.charCodeAt(id.length - 1) % 8
    const ahead = await test.seed.link(ada)
    let behind = await test.seed.link(ada)
    while (shardOf(behind) === shardOf(ahead)) behind = await test.seed.link(ada)
    await foldAll()
    await em().transactional(async (inner) => {
      const [{ tx: former } = { tx: '' }] = await inner.execute<{ tx: string }[]>(
        'select tx::text as tx from click_watermark for update',
      )
      const putAside = (sign: string) =>
        inner.execute(`update click set tx = tx ${sign} 1000000000000 where url_id = ?`, [behind.id])
      for (const link of [ahead, behind])
        await inner.execute(
          `insert into click (id, url_id, created_at, trigger, is_bot, tx)
           select 'clk_${test.seed.word()}' || n, ?, now(), 'link', false, ?::bigint from generate_series(1, 5) as n`,
          [link.id, former],
        )
      await putAside('+')
      await foldStep(inner, { from: former, upto: String(BigInt(former) + 1n) })
      await putAside('-')
      for (const statement of foldWatermarkMigration.statements) await inner.execute(statement)
      await inner.execute('update click_fold_watermark set tx = ?::bigint where shard <> ?', [
        String(BigInt(former) + 1n),
        shardOf(behind),
      ])
      await inner.execute('update click_fold_watermark set tx = ?::bigint where shard = ?', [former, shardOf(behind)])
      for (const statement of oneWatermarkMigration.statements) await inner.execute(statement)
    })
    await foldAll()
    expect([await sumOf(ahead), await sumOf(behind)]).toEqual([5, 5])
    await expectExact(ahead, behind)
  })
})

describe('the size of a step', () => {
  it('follows from the duration of the steps before it, down at once and up slowly', () => {
    const size = new StepSize(1_000, 100)
    size.record(1_000, 250)
    expect(size.clicks).toBe(400)
    size.record(400, 5)
    expect(size.clicks).toBe(500)
    // A small step says nothing about a full one.
    size.record(10, 90)
    expect(size.clicks).toBe(500)
    size.record(500, 60_000)
    expect(size.clicks).toBe(250)
    for (let steps = 0; steps < 20; steps++) size.record(size.clicks, 1)
    expect(size.clicks).toBe(1_000)
  })
})

describe.runIf(onServer)('on a server, folding', () => {
  /** Does something while nobody folds, because the service itself folds every second. */
  const unfolded = <T>(task: () => Promise<T>) => withHeldWatermark(test, task)
  /** The connections that wait for a lock in a fold. */
  const waiting = () =>
    test.sql<{ pid: number }>(
      `select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%for key share%'`,
    )

  it('counts each click once when several nodes fold, and nothing while another node does', async () => {
    const links = await unfolded(async () => {
      const links = [await visited(9), await visited(9)]
      expect(await createRollupWorker(test, 1).fold()).toBe(0)
      return links
    })
    await Promise.all(Array.from({ length: 4 }, () => createRollupWorker(test, 2).fold()))
    await expectExact(...links)
    await foldAll()
    expect(await Promise.all(links.map(sumOf))).toEqual([9, 9])
  })

  it('has no effect when its connection is killed, and can be repeated', async () => {
    const lockTransaction = em()
    const link = await unfolded(async () => {
      const link = await visited(6)
      await lockTransaction.begin()
      await lockTransaction.execute('select 1 from link where id = ? for update', [link.id])
      return link
    })
    const folding = Promise.allSettled([createRollupWorker(test).fold()])
    await expect.poll(async () => (await waiting()).length, settling).toBeGreaterThan(0)
    for (const { pid } of await waiting()) await test.sql('select pg_terminate_backend(?)', [pid])
    await folding
    expect(await sumOf(link)).toBe(0)
    await lockTransaction.commit()
    await expectExact(link)
    await foldAll()
    expect(await sumOf(link)).toBe(6)
    await expectExact(link)
  })

  it('waits for a deletion, and continues without the link', async () => {
    const deletion = em()
    const [deletedLink, remainingLink] = await unfolded(async () => {
      const links = [await visited(3), await visited(3)] as const
      await deletion.begin()
      await deletion.execute('delete from link where id = ?', [links[0].id])
      return links
    })
    const folding = createRollupWorker(test, 100).fold()
    await expect.poll(async () => (await waiting()).length, settling).toBeGreaterThan(0)
    await deletion.commit()
    await Promise.allSettled([folding])
    await foldAll()
    expect(await sumOf(remainingLink)).toBe(3)
    expect(await test.sql('select 1 from click_rollup where url_id = ?', [deletedLink.id])).toEqual([])
    await expectExact(remainingLink)
  })

  it('waits for an open transaction, reports for how long, and analytics stay exact', async () => {
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
    const worker = createRollupWorker(test)
    await worker.fold()
    test.clock.advance({ minutes: 2 })
    await worker.fold()
    expect(worker.lagMs).toBe(120_000)
    expect(await sumOf(link)).toBe(2)
    await expectExact(link)
    await slow.commit()
    await expectExact(link)
    await foldAll()
    expect(await sumOf(link)).toBe(6)
    await worker.fold()
    expect(worker.lagMs).toBe(0)
    await expectExact(link)
  })
})
