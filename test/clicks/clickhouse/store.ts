import { countLater } from '../../../src/modules/visits/clicks/store/clickhouse/click-batch.queries.ts'
import { ClickHouse } from '../../../src/modules/visits/clicks/store/clickhouse/clickhouse.ts'
import { migrateClickHouse } from '../../../src/modules/visits/clicks/store/clickhouse/clickhouse-migrations.ts'
import { ClickHouseReader } from '../../../src/modules/visits/clicks/store/clickhouse/clickhouse-reader.ts'
import {
  SealedBatchWriter,
  type SealedBatchWriterOptions,
} from '../../../src/modules/visits/clicks/store/clickhouse/sealed-batch-writer.ts'
import { recordEngine } from '../../../src/modules/visits/clicks/store/moving/engine.queries.ts'
import type { ClickRow } from '../../../src/modules/visits/clicks/tracking/click-row.ts'
import type { TestApp } from '../../support/app.ts'
import { startClickHouse, type TestClickHouse } from '../../support/clickhouse.ts'

export const oneServer = { cluster: null }

/** A ClickHouse with its tables beside the database of an app, and what reads and writes it. */
export interface ClickHouseStore {
  readonly engine: TestClickHouse
  readonly clickHouse: ClickHouse
  readonly reader: ClickHouseReader
  /** A writer of another process. */
  createWriter(options?: Partial<SealedBatchWriterOptions>): TestWriter
  /** How many rows ClickHouse has of a link, and how many ids they have. */
  countRows(urlId: string): Promise<{ rows: number; ids: number }>
  close(): Promise<void>
}

export interface TestWriter extends Pick<SealedBatchWriter, 'batches'> {
  countLater(): Promise<unknown>
  append(clicks: readonly ClickRow[], token: string): Promise<unknown>
}

export async function openStore(test: TestApp): Promise<ClickHouseStore> {
  const engine = await startClickHouse()
  const { log } = test.app.server
  const { orm } = test.app.database
  const clickHouse = await ClickHouse.create(engine.url, log)
  await migrateClickHouse(clickHouse, oneServer)
  await recordEngine(orm.em.fork())
  return {
    engine,
    clickHouse,
    reader: new ClickHouseReader(clickHouse, orm),
    createWriter: (options) => {
      const publish = async () => undefined
      const writer = new SealedBatchWriter({ clickHouse, orm, clock: test.clock, publish, ...options })
      return {
        append: (clicks, token) => writer.append(clicks, { token }),
        countLater: () => countLater(orm.em.fork()),
        get batches() {
          return writer.batches
        },
      }
    },
    countRows: async (urlId) => {
      const sql = 'select count() as rows, uniqExact(id) as ids from click where url_id = {id:String}'
      const [row] = await clickHouse.query<{ rows: number; ids: number }>(sql, { id: urlId })
      return row ?? { rows: 0, ids: 0 }
    },
    close: async () => {
      await clickHouse.close()
      await engine.close()
      await test.sql('delete from click_engine')
    },
  }
}
