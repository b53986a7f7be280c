import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClickHouse } from '../../../src/modules/visits/clicks/store/clickhouse/clickhouse.ts'
import { grantClicks } from '../../../src/modules/visits/clicks/store/clickhouse/grant-clicks.queries.ts'
import { deleteClicksBefore } from '../../../src/modules/visits/clicks/store/clickhouse/totals/retention.ts'
import { ClicksPaused } from '../../../src/modules/visits/clicks/store/moving/engine.queries.ts'
import type { NativeClient } from '../../../src/platform/database/native-client.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { withoutClickHouse } from '../../support/clickhouse.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { clickOf } from '../journal/rows.ts'
import { type ClickHouseStore, oneServer, openStore } from './store.ts'

describe.skipIf(withoutClickHouse)('a process that ends between two steps', () => {
  let test: TestApp
  let store: ClickHouseStore
  let ada: SeededAccount
  beforeAll(async () => {
    test = await startApp()
    store = await openStore(test)
    ada = await test.seed.account()
  }, 120_000)
  afterAll(async () => {
    await store?.close()
    await test?.close()
  }, 60_000)

  const counterOf = async ({ id }: SeededLink) => {
    const [row] = await test.sql<{ clicks: number }>('select current_clicks as clicks from link where id = ?', [id])
    return row?.clicks
  }

  it('after the grant of a click uses up the limit, and a repeated request of the same visit nothing more', async () => {
    const link = await test.seed.link(ada, { clickLimit: 2 })
    const client: NativeClient = {
      query: ({ text }, values) => test.sql(text.replaceAll(/\$\d/g, '?'), [...values]),
    }
    const clicks = [clickOf(link.id), clickOf(link.id), clickOf(link.id)]
    expect(await grantClicks(client, clicks.slice(0, 1))).toEqual(['granted'])
    // The process ends before the journal has the click. Its visitor, who had no answer, asks again.
    expect(await grantClicks(client, clicks)).toEqual(['granted', 'granted', 'refused'])
    const granted = clicks.slice(0, 2).map((click) => ({ ...click, is_counted: true }))
    await store.createWriter().append(granted, 'granted/journal-1:0')
    expect([await counterOf(link), await store.countRows(link.id)]).toEqual([2, { rows: 2, ids: 2 }])
  })

  it('of the retention leaves each click in a report once, wherever it was', async () => {
    const day = new Date(Date.UTC(2026, 5, 1))
    const { orm } = test.app.database
    const fork = () => orm.em.fork()
    const { clickHouse } = store
    const log = { warn: () => undefined }
    const totalOf = async ({ id }: SeededLink) => {
      const [rows] = await clickHouse.query<{ clicks: number }>(
        `select (select count() from click where url_id = {id:String})
              + (select sum(clicks) from click_total where url_id = {id:String} and span = 'day' and dimension = 'total') as clicks`,
        { id },
      )
      return Number(rows?.clicks)
    }
    let steps = 0
    for (let isDone = false; !isDone; steps++) {
      const owner = await test.seed.account()
      const link = await test.seed.link(owner)
      const clicks = Array.from({ length: 6 }, (_, n) => clickOf(link.id, { at: `2026-05-${10 + n}T12:00:00.000Z` }))
      await store.createWriter().append(clicks, `retention/journal-${steps}:0`)
      let left = steps
      /** After so many commands the process ends: nothing of what follows happens, and its lease stays. */
      const killed = new Proxy(clickHouse, {
        get: (target, name: keyof ClickHouse) =>
          name === 'command'
            ? async (sql: string, params: object) => {
                if (left-- === 0) throw new Error('The process ends.')
                await target.command(sql, params as Record<string, unknown>)
              }
            : typeof target[name] === 'function'
              ? (target[name] as () => unknown).bind(target)
              : target[name],
      })
      const run = async (engine: ClickHouse) => {
        const dependencies = { clickHouse: engine, layout: oneServer, log, fork }
        for await (const _ of deleteClicksBefore(dependencies, owner.workspaceId, day));
      }
      isDone = await run(killed).then(
        () => true,
        () => false,
      )
      await run(clickHouse)
      const rows = await store.countRows(link.id)
      expect([steps, await totalOf(link), rows.rows]).toEqual([steps, 6, 0])
    }
    expect(steps).toBeGreaterThan(4)
  }, 120_000)

  it('of a move is followed by others that write nothing until it has ended, and then into the other store', async () => {
    const link = await test.seed.link(ada)
    const batch = [clickOf(link.id), clickOf(link.id)]
    const failing = store.createWriter({
      publish: async () => {
        throw new Error('The process ends before the commit.')
      },
    })
    await expect(failing.append(batch, 'moved/journal-1:0')).rejects.toThrow('before the commit')
    const writer = store.createWriter()
    await test.sql('update click_engine set is_paused = true')
    await expect(writer.append(batch, 'moved/journal-1:0')).rejects.toThrow(ClicksPaused)
    // The move has copied a row of the batch that nobody has counted.
    await test.sql(`update click_engine set is_paused = false, store = 'postgresql', changed_at = now()`)
    await test.sql(
      `insert into click (id, url_id, created_at, trigger, is_bot, tx) values (?, ?, ?, 'link', false, -1)`,
      [batch[0]?.id, link.id, batch[0]?.at],
    )
    await writer.append(batch, 'moved/journal-1:0')
    await writer.append(batch, 'moved/journal-1:0')
    const rows = await test.sql('select id from click where url_id = ?', [link.id])
    expect([rows.length, await counterOf(link)]).toEqual([2, 2])
    // Clicks that a process without CLICKS_URL has inserted and counted, before it could forget them.
    const old = clickOf(link.id)
    await test.sql(`insert into click (id, url_id, created_at, trigger, is_bot) values (?, ?, ?, 'link', false)`, [
      old.id,
      link.id,
      old.at,
    ])
    await test.sql(`update click_engine set store = 'clickhouse', changed_at = now()`)
    const before = await store.countRows(link.id)
    await writer.append([old], 'moved/journal-2:0')
    expect([await store.countRows(link.id), await counterOf(link)]).toEqual([before, 2])
    await expect(
      test.sql(
        `insert into click (id, url_id, created_at, trigger, is_bot) values ('clk_late', ?, now(), 'link', false)`,
        [link.id],
      ),
    ).rejects.toThrow('They wait in the journal')
  })
})
