import { RollupWorker } from '../../../src/modules/visits/clicks/rollups/rollup-worker.ts'
import type { TestApp } from '../../support/app.ts'

/** A rollup worker that folds only when `fold` is called, few clicks at a time. */
export function createRollupWorker(test: TestApp, clicksPerStep = 3): RollupWorker {
  return new RollupWorker({
    orm: test.app.database.orm,
    clock: test.clock,
    log: { warn: () => undefined, error: () => undefined },
    publishLimitEvents: async () => undefined,
    isEmbedded: test.database === 'embedded',
    clicksPerStep,
  })
}
