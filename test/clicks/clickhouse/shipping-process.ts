import 'reflect-metadata'
import { appendFileSync } from 'node:fs'
import { stat, unlink } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabasePlace } from '../../../src/config.ts'
import { Journal } from '../../../src/modules/visits/clicks/journal/journal.ts'
import { nameBatch, type SegmentBatch, SegmentReader } from '../../../src/modules/visits/clicks/journal/segment.ts'
import { ClickHouse } from '../../../src/modules/visits/clicks/store/clickhouse/clickhouse.ts'
import { SealedBatchWriter } from '../../../src/modules/visits/clicks/store/clickhouse/sealed-batch-writer.ts'
import { VisitorSalt } from '../../../src/modules/visits/clicks/tracking/visitor-salts.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { systemClock } from '../../../src/platform/shared/time.ts'
import { clickOf } from '../journal/rows.ts'

// A process that records clicks in its journal and ships them, and the clicks of processes before it, until it is killed. It writes
// the id of each recorded click into a file: after such a line, a visitor would have been answered. With `last`, it records
// none, ships what is left, and ends. Between the steps of a batch it waits now and then, so that it is killed there too.

const [place, journals, answered, clickHouseUrl = '', linkId = '', last] = process.argv.slice(2) as string[]
// Loads no other module, so that it starts soon.
const tables = { entities: [VisitorSalt], migrations: [], tablesWithoutEntity: [] }
const log = { info: () => undefined, warn: () => undefined, error: console.error }
const { orm, close } = await openDatabase({ place: JSON.parse(place ?? '') as DatabasePlace, tables })
const clickHouse = await ClickHouse.create(clickHouseUrl, log)
const waitSometimes = () => pause(Math.random() < 0.5 ? Math.random() * 60 : 0)
const publish = waitSometimes
const writer = new SealedBatchWriter({ clickHouse, orm, clock: systemClock, publish })
const journal = await Journal.open({
  place: { root: journals ?? '', damagedFolder: null, databaseFolder: null, isTemporary: false },
  ...{ syncMs: 0, sealsBatches: true, log },
})
const batchSize = 100

async function ship(batch: SegmentBatch): Promise<void> {
  if (batch.clicks.length > 0) await writer.append(batch.clicks, { token: nameBatch(batch) })
  await waitSometimes()
}

async function shipTaken(): Promise<void> {
  for (const path of await journal.takeOver()) {
    const reader = new SegmentReader(path)
    const { size } = await stat(path)
    while (reader.offset < size) {
      const batch = await reader.read(batchSize, size, true)
      await ship(batch)
      reader.offset = batch.end
    }
    await reader.close()
    await unlink(path)
  }
}

async function shipOwn(): Promise<void> {
  const batch = await journal.read(batchSize)
  if (!batch) return
  await ship(batch)
  batch.markShipped()
}

process.stdout.on('error', () => undefined)
await shipTaken()
console.log('started')
while (last === undefined) {
  const clicks = Array.from({ length: Math.floor(Math.random() * 90) + 1 }, () => clickOf(linkId))
  await Promise.all(clicks.map((click) => journal.append(click)))
  appendFileSync(answered ?? '', clicks.map(({ id }) => `${id}\n`).join(''))
  await shipOwn()
}
await journal.close()
await clickHouse.close()
await close()
