import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ClickHouse } from '../../../src/modules/visits/clicks/store/clickhouse/clickhouse.ts'
import { migrateClickHouse } from '../../../src/modules/visits/clicks/store/clickhouse/clickhouse-migrations.ts'
import type { StoreName } from '../../../src/modules/visits/clicks/store/moving/engine.queries.ts'
import { beginMove } from '../../../src/modules/visits/clicks/store/moving/move.queries.ts'
import { tables } from '../../../src/modules.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { startClickHouse, type TestClickHouse, withoutClickHouse } from '../../support/clickhouse.ts'
import { type ProcessDatabase, processDatabase } from '../../support/process-database.ts'
import { trials } from '../../support/size.ts'
import { oneServer } from './store.ts'

const kills = trials(1, 15)
const clickCount = 600

describe.skipIf(withoutClickHouse)(`a move of clicks whose process is killed on each way, ${kills} times`, () => {
  let engine: TestClickHouse
  let database: ProcessDatabase
  beforeEach(async () => {
    engine = await startClickHouse()
    database = await processDatabase()
  })
  afterEach(async () => {
    await engine.close()
    await database.drop()
  })

  /** Opens the database between two processes. */
  async function withDatabase<T>(use: (database: Database) => Promise<T>): Promise<T> {
    const opened = await openDatabase({ place: database.place, tables })
    return use(opened).finally(() => opened.close())
  }

  async function move(target: StoreName): Promise<void> {
    await withDatabase(({ orm }) => beginMove(orm.em.fork(), target))
    const script = ['--import', 'tsx', 'test/clicks/clickhouse/moving-process.ts']
    for (let round = 0; round <= kills; round++) {
      const child = spawn(process.execPath, [...script, JSON.stringify(database.place), engine.url], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = once(child, 'exit')
      await once(child.stdout, 'data')
      if (round < kills) {
        await pause(Math.random() * 1_000)
        child.kill('SIGKILL')
      }
      const [code] = await ended
      if (round === kills) expect(code).toBe(0)
    }
  }

  const readClicks = () =>
    withDatabase(async ({ orm }) => {
      const em = orm.em.fork()
      const clicks = await em.execute<object[]>(
        `select to_jsonb(click) - 'tx' as click from click order by url_id, created_at, id`,
      )
      const rollups = await em.execute<object[]>(
        'select * from click_rollup order by url_id, span, starts_at, dimension, value',
      )
      return { clicks, rollups }
    })

  it('has each click once in the end, and the same rows and rollups after the way back', async () => {
    const clickHouse = await ClickHouse.create(engine.url, { info: () => undefined, warn: () => undefined })
    await migrateClickHouse(clickHouse, oneServer)
    await withDatabase(async ({ orm }) => {
      const em = orm.em.fork()
      await em.execute(`insert into link (id, code, is_custom, title, original_url, created_at, updated_at)
                        select 'lnk_' || n, 'moved' || n, false, '', 'https://example.com/', now(), now() from generate_series(1, 5) as n`)
      await em.execute(
        `insert into click (id, url_id, created_at, trigger, is_bot, device, country, visitor_hash)
         select 'clk_' || n, 'lnk_' || 1 + n % 5, timestamptz '2026-01-10T00:00:00Z' + n * interval '4 hours', 'link', n % 9 = 0,
                case when n % 7 > 0 then 'Desktop' end, case when n % 3 > 0 then 'DE' end, decode(md5((n % 20)::text), 'hex')
           from generate_series(1, ?) as n`,
        [clickCount],
      )
    })
    await move('clickhouse')
    const [counts] = await clickHouse.query('select count() as rows, uniqExact(id) as ids from click')
    expect(counts).toEqual({ rows: clickCount, ids: clickCount })
    const before = await readClicks()
    expect(before.clicks).toHaveLength(clickCount)
    await move('postgresql')
    expect(await readClicks()).toEqual(before)
    await clickHouse.close()
  }, 600_000)
})
