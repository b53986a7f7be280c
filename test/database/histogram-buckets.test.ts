import { afterAll, beforeAll, expect, it } from 'vitest'
import { HistogramBucketsMigration } from '../../src/platform/database/migrations/histogram-buckets.migration.ts'
import { readCommandCenter } from '../command-center/command-center-client.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let owner: SeededAccount
let webhookId: string
beforeAll(async () => {
  test = await sharedApp()
  owner = await test.seed.account()
  webhookId = (await test.seed.webhook(owner)).id
})
afterAll(() => test.close())

/** Runs the statements of the migration. */
async function migrate(): Promise<void> {
  const { orm } = test.app.database
  const migration = new HistogramBucketsMigration(orm.em.getDriver(), orm.config)
  migration.up()
  for (const statement of migration.getQueries()) await test.sql(String(statement))
}

it('converts the sums of wider buckets without changing counts, totals and averages', async () => {
  // Buckets of 10 %: 10,200 ms in the one from 9,412 ms on, and values on both sides of the bound at 11,388 ms.
  const buckets = [
    ['latency', 96, 30, 30 * 10_200],
    ['latency', 97, 1, 11_380],
    ['latency', 98, 1, 11_390],
    ['succeeded', 0, 2, 0],
  ] as const
  const hour = new Date(Math.floor(test.clock.now().getTime() / 3_600_000) * 3_600_000 - 3_600_000)
  const day = new Date(Math.floor(hour.getTime() / 86_400_000) * 86_400_000)
  for (const [span, startsAt] of [
    ['hour', hour],
    ['day', day],
  ])
    for (const bucket of buckets)
      await test.sql(
        `insert into webhook_sum (subject_id, span, starts_at, measure, bucket, count, total_ms)
         values (?, ?, ?, ?, ?, ?, ?)`,
        [webhookId, span, startsAt, ...bucket],
      )
  const sums = () =>
    test.sql(
      `select span, measure, sum(count)::int as count, sum(total_ms)::int as total from webhook_sum
        where subject_id = ? group by span, measure order by span, measure`,
      [webhookId],
    )
  const before = await sums()
  await migrate()
  expect(await sums()).toEqual(before)
  const rows = await test.sql(
    `select bucket, count from webhook_sum where subject_id = ? and span = 'hour' and measure = 'latency' order by bucket`,
    [webhookId],
  )
  // 11,380 and 11,390 share a bucket now.
  expect(rows).toEqual([
    { bucket: 467, count: 30 },
    { bucket: 472, count: 2 },
  ])
  const { sla } = await readCommandCenter(test, owner, 'range=24h')
  expect(sla).toContainEqual(
    expect.objectContaining({ metric: 'delivery_latency_p95', status: 'breached', actual: 11_385 }),
  )
})
