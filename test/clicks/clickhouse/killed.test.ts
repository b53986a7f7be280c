import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ClickHouse } from '../../../src/modules/visits/clicks/store/clickhouse/clickhouse.ts'
import { migrateClickHouse } from '../../../src/modules/visits/clicks/store/clickhouse/clickhouse-migrations.ts'
import { recordEngine } from '../../../src/modules/visits/clicks/store/moving/engine.queries.ts'
import { tables } from '../../../src/modules.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { startClickHouse, type TestClickHouse, withoutClickHouse } from '../../support/clickhouse.ts'
import { type ProcessDatabase, processDatabase } from '../../support/process-database.ts'
import { trials } from '../../support/size.ts'
import { oneServer } from './store.ts'

const kills = trials(1, 60)
const linkId = 'lnk_killed'

describe.skipIf(withoutClickHouse)(
  `a process that is killed ${kills} times while it ships clicks to ClickHouse`,
  () => {
    let engine: TestClickHouse
    let database: ProcessDatabase
    let folder: string
    beforeEach(async () => {
      engine = await startClickHouse()
      database = await processDatabase()
      folder = await mkdtemp(join(tmpdir(), 'tack-killed-'))
    })
    afterEach(async () => {
      await engine.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    })

    function startShipping(last: boolean) {
      const { place } = database
      const values = [JSON.stringify(place), join(folder, 'journals'), join(folder, 'answered'), engine.url, linkId]
      const script = ['--import', 'tsx', 'test/clicks/clickhouse/shipping-process.ts']
      return spawn(process.execPath, [...script, ...values, ...(last ? ['last'] : [])], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
    }

    /** Opens the database between two processes. */
    async function read<T extends object>(sql: string): Promise<T[]> {
      const { orm, close } = await openDatabase({ place: database.place, tables })
      return orm.em.execute<T[]>(sql).finally(close)
    }

    it('has each answered click once, in ClickHouse and in the counter', async () => {
      const clickHouse = await ClickHouse.create(engine.url, { info: () => undefined, warn: () => undefined })
      await migrateClickHouse(clickHouse, oneServer)
      const { orm, close } = await openDatabase({ place: database.place, tables })
      await recordEngine(orm.em.fork())
      await orm.em.execute(`insert into link (id, code, is_custom, title, original_url, created_at, updated_at)
                          values ('${linkId}', 'killed', false, '', 'https://example.com/', now(), now())`)
      await close()
      for (let round = 0; round < kills; round++) {
        const child = startShipping(false)
        const ended = once(child, 'exit')
        await once(child.stdout, 'data')
        await pause(Math.random() * 600)
        child.kill('SIGKILL')
        await ended
      }
      const [code] = await once(startShipping(true), 'exit')
      expect(code).toBe(0)
      const answered = (await readFile(join(folder, 'answered'), 'utf8')).trim().split('\n')
      const rows = await clickHouse.query<{ id: string }>('select id from click')
      const ids = new Set(rows.map(({ id }) => id))
      expect(answered.length).toBeGreaterThan(kills * 20)
      expect(answered.filter((id) => !ids.has(id))).toEqual([])
      expect(rows.length).toBe(ids.size)
      const [link] = await read<{ clicks: number }>(`select current_clicks as clicks from link where id = '${linkId}'`)
      expect(link?.clicks).toBe(ids.size)
      await clickHouse.close()
    }, 600_000)
  },
)
