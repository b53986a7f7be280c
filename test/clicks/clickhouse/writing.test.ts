import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  deleteClicksOfLinks,
  removeDuplicates,
} from '../../../src/modules/visits/clicks/store/clickhouse/click-removal.ts'
import { ClickHouse, ClickHouseUnavailable } from '../../../src/modules/visits/clicks/store/clickhouse/clickhouse.ts'
import { migrateClickHouse } from '../../../src/modules/visits/clicks/store/clickhouse/clickhouse-migrations.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { withoutClickHouse } from '../../support/clickhouse.ts'
import type { SeededAccount } from '../../support/seed.ts'
import { clickOf } from '../journal/rows.ts'
import { type ClickHouseStore, oneServer, openStore } from './store.ts'

describe.skipIf(withoutClickHouse)('clicks in ClickHouse', () => {
  let test: TestApp
  let store: ClickHouseStore
  let ada: SeededAccount
  beforeAll(async () => {
    test = await startApp()
    store = await openStore(test)
    ada = await test.seed.account()
  })
  afterAll(async () => {
    await store?.close()
    await test.close()
  })

  const clicksOf = (urlId: string, count: number) => Array.from({ length: count }, () => clickOf(urlId))
  const counterOf = async (urlId: string) => {
    const [row] = await test.sql<{ clicks: number }>('select current_clicks as clicks from link where id = ?', [urlId])
    return row?.clicks
  }

  it('count once when a batch is sent again, by this process or by another one', async () => {
    const link = await test.seed.link(ada)
    const clicks = [...clicksOf(link.id, 2_000), clickOf(link.id, { bot: true })]
    const writers = [store.createWriter(), store.createWriter()]
    await writers[0]?.append(clicks, 'a/journal-1:0')
    await writers[0]?.append(clicks, 'a/journal-1:0')
    await writers[1]?.append(clicks, 'a/journal-1:0')
    await Promise.all(writers.map((writer) => writer.append(clicks.slice(0, 10), 'a/journal-1:900')))
    expect(await store.countRows(link.id)).toMatchObject({ ids: 2_001 })
    expect(await counterOf(link.id)).toBe(2_010)
  })

  it('count once when each step is interrupted, again and again', async () => {
    const link = await test.seed.link(ada)
    let failures = 0
    const writer = store.createWriter({
      publish: async () => {
        if (failures++ < 3) throw new Error('The process ends before the commit.')
      },
    })
    const clicks = clicksOf(link.id, 500)
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(writer.append(clicks, 'b/journal-1:0')).rejects.toThrow('before the commit')
    // ClickHouse has them, and PostgreSQL counts none.
    expect([await store.countRows(link.id), await counterOf(link.id)]).toEqual([{ rows: 500, ids: 500 }, 0])
    await writer.append(clicks, 'b/journal-1:0')
    await store.createWriter().append(clicks, 'b/journal-1:0')
    expect([await store.countRows(link.id), await counterOf(link.id)]).toEqual([{ rows: 500, ids: 500 }, 500])
    expect([writer.batches, failures]).toEqual([1, 4])
  })

  it('count at their own time when a batch comes late, after others of its process and of other processes', async () => {
    const link = await test.seed.link(ada)
    const writer = store.createWriter()
    const late = clickOf(link.id, { at: '2026-03-31T23:59:59.999Z' })
    await writer.append([clickOf(link.id)], 'c/journal-2:0')
    await writer.append([late], 'c/journal-1:0')
    const months = await store.clickHouse.query(
      'select distinct toYYYYMM(created_at) as month from click where url_id = {id:String} order by month limit 1',
      { id: link.id },
    )
    expect([months, await counterOf(link.id)]).toEqual([[{ month: 202_603 }], 2])
  })

  it('that are there twice after all, because ClickHouse has forgotten their token, are found and merged', async () => {
    const link = await test.seed.link(ada)
    const writer = store.createWriter()
    const clicks = clicksOf(link.id, 2_000)
    // So that ClickHouse does not merge them by itself first.
    await store.clickHouse.command('alter table click modify setting max_bytes_to_merge_at_max_space_in_pool = 1')
    await writer.append(clicks, 'd/journal-1:0')
    // Half of the batch under another token.
    await writer.append(clicks.slice(0, 500), 'd/journal-2:0')
    expect(await store.countRows(link.id)).toEqual({ rows: 2_500, ids: 2_000 })
    const warned: unknown[] = []
    const log = { warn: (...line: unknown[]) => void warned.push(line) }
    expect(await removeDuplicates(store.clickHouse, oneServer, log)).toBeGreaterThanOrEqual(500)
    expect(await store.countRows(link.id)).toEqual({ rows: 2_000, ids: 2_000 })
    expect(await removeDuplicates(store.clickHouse, oneServer, log)).toBe(0)
    expect(warned).toHaveLength(1)
    await store.clickHouse.command('alter table click reset setting max_bytes_to_merge_at_max_space_in_pool')
  })

  it('of a link that is deleted while they are on their way are gone in the end', async () => {
    const [kept, deleted] = [await test.seed.link(ada), await test.seed.link(ada)]
    const writer = store.createWriter()
    store.engine.freeze(true)
    const sent = writer.append([...clicksOf(kept.id, 5), ...clicksOf(deleted.id, 5)], 'e/journal-1:0')
    // The links are looked up before the insert, which waits.
    await pause(200)
    await test.rest.delete(`/v1/urls/${deleted.id}`, { token: ada.token })
    store.engine.freeze(false)
    await sent
    expect(await store.countRows(deleted.id)).toEqual({ rows: 5, ids: 5 })
    const waiting = await test.sql<{ id: string }>('select url_id as id from click_deletion')
    expect(waiting.map(({ id }) => id)).toContain(deleted.id)
    expect(await deleteClicksOfLinks(store.clickHouse, oneServer, [deleted.id])).toEqual([deleted.id])
    await writer.append(clicksOf(deleted.id, 3), 'e/journal-1:800')
    expect([await store.countRows(deleted.id), await store.countRows(kept.id)]).toEqual([
      { rows: 0, ids: 0 },
      { rows: 5, ids: 5 },
    ])
  })

  it('of a link that is unknown to the database wait for it, and its counter follows', async () => {
    const link = await test.seed.link(ada)
    const writer = store.createWriter()
    await writer.append(clicksOf('lnk_lost', 4), 'f/journal-1:0')
    await test.sql('update click_counter set url_id = ? where url_id = ?', [link.id, 'lnk_lost'])
    await writer.countLater()
    expect([await counterOf(link.id), await test.sql('select * from click_counter')]).toEqual([4, []])
    expect(await store.countRows('lnk_lost')).toEqual({ rows: 4, ids: 4 })
  })

  it('are each there once when ClickHouse is killed in the middle of its work, over and over', async () => {
    const link = await test.seed.link(ada)
    const writer = store.createWriter()
    for (let index = 0; index < 4; index++) {
      const clicks = clicksOf(link.id, 800)
      const append = () => writer.append(clicks, `g/journal-1:${index}`)
      const appended = vi.waitFor(append, { timeout: 60_000, interval: 20 })
      await pause(Math.random() * 40)
      await store.engine.kill()
      await store.engine.start()
      await appended
    }
    await vi.waitFor(async () => expect(await store.countRows(link.id)).toEqual({ rows: 3_200, ids: 3_200 }), 10_000)
    expect(await counterOf(link.id)).toBe(3_200)
  })

  it('are refused with 503 at once while ClickHouse is away, and read again when it is back', async () => {
    const { engine, clickHouse } = store
    let isBack = false
    clickHouse.onRecovered(() => (isBack = true))
    await engine.kill()
    await expect(clickHouse.query('select 1')).rejects.toThrow(ClickHouseUnavailable)
    const error = await clickHouse.query('select 1').catch((thrown: unknown) => thrown as ClickHouseUnavailable)
    expect(error).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    expect(clickHouse.isDown).toBe(true)
    await engine.start()
    await vi.waitFor(() => expect(isBack).toBe(true), 10_000)
    expect(await clickHouse.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('are left alone by a version that does not know the tables', async () => {
    const { engine, clickHouse } = store
    await migrateClickHouse(clickHouse, oneServer)
    const other = await ClickHouse.create(engine.url, test.app.server.log)
    await other.insert('click_migration', ['number'], [[999]], 'newer')
    await expect(migrateClickHouse(other, oneServer)).rejects.toThrow(
      'newer version of Tack, which made the migration 999',
    )
    await other.command('delete from click_migration where number = 999')
    await other.close()
  })
})
