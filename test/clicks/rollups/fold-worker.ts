import { expect } from 'vitest'
import {
  RollupWorker,
  type RollupWorkerDependencies,
} from '../../../src/modules/visits/clicks/store/postgres/rollups/rollup-worker.ts'
import { isUnfoldedSql } from '../../../src/modules/visits/clicks/store/postgres/rollups/watermark.queries.ts'
import type { TestApp } from '../../support/app.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { settling } from '../../support/settling.ts'
import { crowd } from '../../support/visitor.ts'
import { ask } from '../brute-force/asking.ts'
import { expectedAnswer } from '../brute-force/expected.ts'
import { readFacts } from '../brute-force/facts.ts'
import type { Question } from '../brute-force/questions.ts'

/** A rollup worker that folds only when `fold` is called, few clicks at a time. */
export function createRollupWorker(
  test: TestApp,
  clicksPerStep = 3,
  publishLimitEvents: RollupWorkerDependencies['publishLimitEvents'] = async () => undefined,
): RollupWorker {
  return new RollupWorker({
    orm: test.app.database.orm,
    clock: test.clock,
    log: { info: () => undefined, warn: () => undefined },
    publishLimitEvents,
    isEmbedded: test.database === 'embedded',
    clicksPerStep,
  })
}

/** Does something while another node seems to fold. Only a server has two connections. */
export async function withHeldWatermark<T>(test: TestApp, task: () => Promise<T>): Promise<T> {
  const em = test.app.database.orm.em.fork()
  await em.begin()
  await em.execute('set local idle_in_transaction_session_timeout = 0')
  try {
    await em.execute('select 1 from click_watermark for update')
    return await task()
  } finally {
    await em.rollback()
  }
}

/** What tests of folding do with an app that starts later, and with links of one account. */
export function foldingActs(test: () => TestApp, owner: () => SeededAccount) {
  const visited = async (people: number, link?: SeededLink): Promise<SeededLink> => {
    const clicked = link ?? (await test().seed.link(owner()))
    for (const visitor of crowd(people)) await test().rest.get(`/${clicked.shortUrl}`, visitor)
    return clicked
  }

  /** Folds until all clicks are folded. A transaction in another database of the server may delay it. */
  const foldAll = async (): Promise<void> => {
    const left = `select 1 from click where ${isUnfoldedSql} limit 1`
    const worker = createRollupWorker(test(), 5)
    const unfolded = async () => {
      await worker.fold()
      return (await test().sql(left)).length
    }
    await expect.poll(unfolded, settling).toBe(0)
  }

  const expectExact = async (...links: SeededLink[]): Promise<void> => {
    for (const { id } of links) {
      const question: Question = { about: 'link', urlId: id, filter: {}, isRest: true, node: 0 }
      expect(await ask(test(), owner().token, question)).toEqual(
        expectedAnswer(await readFacts(test(), [id]), question),
      )
    }
  }

  const sumOf = async ({ id }: SeededLink) => {
    const [row] = await test().sql<{ clicks: number }>(
      `select clicks from click_rollup where url_id = ? and span = 'all' and dimension = 'total'`,
      [id],
    )
    return row?.clicks ?? 0
  }
  return { visited, foldAll, expectExact, sumOf }
}
