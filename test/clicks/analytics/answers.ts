import { expect, vi } from 'vitest'
import { isUnfoldedSql } from '../../../src/modules/visits/clicks/store/postgres/rollups/watermark.queries.ts'
import type { TestApp } from '../../support/app.ts'
import type { SeededLink } from '../../support/seed.ts'
import { settling } from '../../support/settling.ts'
import { createRollupWorker } from '../rollups/fold-worker.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON answer of REST.
type Answer = any

/** Analytics of a link, or of the whole account, over REST. */
export async function readAnalytics(test: TestApp, token: string, query: string, link?: SeededLink): Promise<Answer> {
  const { status, json } = await test.rest.get(`/v1/clicks/analytics${link ? `/${link.id}` : ''}${query}`, { token })
  expect(status).toBe(200)
  return json
}

/** Runs the same check before and after the clicks are in the rollups. */
export async function beforeAndAfterFold(test: TestApp, check: () => Promise<void>): Promise<void> {
  await check()
  await foldAll(test)
  await check()
}

/** Folds until nothing is left: on a server, a transaction of another test may delay it. */
export async function foldAll(test: TestApp): Promise<void> {
  const worker = createRollupWorker(test, 1000)
  await vi.waitFor(async () => {
    await worker.fold()
    expect(await test.sql(`select 1 from click where ${isUnfoldedSql} limit 1`)).toEqual([])
  }, settling)
}
