import { setTimeout as sleep } from 'node:timers/promises'
import { RollupWorker } from '../src/modules/visits/clicks/store/postgres/rollups/rollup-worker.ts'
import { isUnfoldedSql } from '../src/modules/visits/clicks/store/postgres/rollups/watermark.queries.ts'
import type { Orm } from '../src/platform/database/database.ts'
import { systemClock } from '../src/platform/shared/time.ts'

/** Folds all clicks, and returns how many seconds it took. The service's own worker may take a part. */
export async function foldAll(orm: Orm, kind: string): Promise<number> {
  const worker = new RollupWorker({
    orm,
    clock: systemClock,
    log: console,
    publishLimitEvents: async () => undefined,
    isEmbedded: kind !== 'postgres',
  })
  const startedMs = performance.now()
  for (;;) {
    await worker.fold()
    const left = await orm.em.fork().execute(`select 1 from click where ${isUnfoldedSql} limit 1`)
    if (left.length === 0) return (performance.now() - startedMs) / 1000
    await sleep(20)
  }
}
