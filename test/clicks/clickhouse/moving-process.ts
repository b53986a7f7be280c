import 'reflect-metadata'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabasePlace } from '../../../src/config.ts'
import { ClickHouse } from '../../../src/modules/visits/clicks/store/clickhouse/clickhouse.ts'
import { ClickMover } from '../../../src/modules/visits/clicks/store/moving/click-mover.ts'
import { ClickHouseCopies } from '../../../src/modules/visits/clicks/store/moving/clickhouse-copies.ts'
import { emptyClickHouse } from '../../../src/modules/visits/clicks/store/moving/former-rows.ts'
import { readMove } from '../../../src/modules/visits/clicks/store/moving/move.queries.ts'
import {
  copyTotalsToClickHouse,
  restartPostgres,
} from '../../../src/modules/visits/clicks/store/moving/moved-totals.queries.ts'
import { PostgresCopies } from '../../../src/modules/visits/clicks/store/moving/postgres-copies.queries.ts'
import { RollupWorker } from '../../../src/modules/visits/clicks/store/postgres/rollups/rollup-worker.ts'
import { VisitorSalt } from '../../../src/modules/visits/clicks/tracking/visitor-salts.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { systemClock } from '../../../src/platform/shared/time.ts'
import { oneServer } from './store.ts'

// A process that goes on with a move of clicks until it is killed, or until the move has ended. It copies few clicks at once, and waits
// now and then before it writes some, so that it is killed everywhere.

const [place, clickHouseUrl = ''] = process.argv.slice(2) as string[]
// Loads no other module, so that it starts soon.
const tables = { entities: [VisitorSalt], migrations: [], tablesWithoutEntity: [] }
const log = { info: () => undefined, warn: () => undefined }
const { orm, close } = await openDatabase({ place: JSON.parse(place ?? '') as DatabasePlace, tables })
const clickHouse = await ClickHouse.create(clickHouseUrl, log)
const em = () => orm.em.fork()
const copies = new ClickHouseCopies({ clickHouse, layout: oneServer, orm })
const rows = new PostgresCopies(orm)
const waitSometimes = () => pause(Math.random() < 0.3 ? Math.random() * 80 : 0)
for (const store of [copies, rows]) {
  const write = store.write.bind(store)
  store.write = async (clicks: Parameters<typeof write>[0], name: string) => {
    await waitSometimes()
    await write(clicks, name)
    await waitSometimes()
  }
}
const mover = new ClickMover({
  ...{ orm, log, chunkSize: 40, stores: { clickhouse: copies, postgresql: rows } },
  prepare: (store) =>
    store === 'clickhouse'
      ? emptyClickHouse(clickHouse, oneServer)
      : em().transactional((inner) => restartPostgres(inner, clickHouse)),
  copyTotals: () => copyTotalsToClickHouse(em(), clickHouse, oneServer, (days) => copies.clear(days)),
})
const publishLimitEvents = async () => undefined
await new RollupWorker({ orm, clock: systemClock, log, publishLimitEvents, isEmbedded: true }).fold()
// As half a minute after the end of the former process.
await em().execute('update click_engine set leased_by = null')
console.log('started')
while (await readMove(em())) await mover.run()
await clickHouse.close()
await close()
