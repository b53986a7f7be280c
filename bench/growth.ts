import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '../src/app.ts'
import { planLimitNames, planNames } from '../src/config/plan.ts'
import { readSettings } from '../src/config.ts'
import type { ClusterWorker } from '../src/platform/cluster/cluster-worker.ts'
import { listOperations, type Operation } from '../src/platform/graphql/operations.ts'
import { type Actor, acts, inputsFor, needsOwnAccount, newActor } from '../test/contract/acts.ts'
import { overGraph, overRest, restOperation } from '../test/contract/faces.ts'
import { files, uploads } from '../test/contract/operation-sets.ts'
import type { TestApp } from '../test/support/app.ts'
import { TestClock } from '../test/support/clock.ts'
import { graphClient } from '../test/support/graph.ts'
import { nameServers } from '../test/support/name-servers.ts'
import { RestClient } from '../test/support/rest.ts'
import { Secrets } from '../test/support/secrets.ts'
import { Seed } from '../test/support/seed.ts'
import { fillTables } from './growth-rows.ts'
import { machine } from './processes.ts'

/**
 * What each operation reads when every table has 0, 10,000 and 100,000 more rows: pages of the embedded database, which is
 * never analyzed, and CPU time. The inputs are those of the contract tests. It prints the operations that grow.
 * `node --import tsx bench/growth.ts [sizes] [operations]`, such as `0,10000 createUrl,deleteUrl`
 */
const [, , givenSizes = '0,10000,100000', only] = process.argv
const sizes = givenSizes.split(',').map(Number)
const folder = `/tmp/tack-growth-${process.pid}`
const limits = planNames.flatMap((plan) =>
  planLimitNames
    .filter((name) => plan !== 'free' || !name.startsWith('requests'))
    .map((name) => `${plan}.${name}=99999999`),
)
const settings = readSettings({
  DATABASE_URL: `file:${folder}`,
  PUBLIC_URL: 'http://tack.test',
  JWT_SECRET: 'x'.repeat(32),
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'silent',
  OUTWARD_NETWORKS: 'any',
  CLICK_DURABILITY: 'committed',
  PLAN_LIMITS: limits.join(),
})
const clock = new TestClock()
// Background work would be counted too, and would analyze the tables.
const worker = {
  runsBackgroundWork: false,
  shareMetrics: (read: unknown) => read,
} as unknown as ClusterWorker
const app = await createApp({ settings, clock, nameServers, worker })
const { orm } = app.database
const sql = <T extends object>(statement: string, values: unknown[] = []) =>
  orm.em.fork().execute<T[]>(statement, values)
const secrets = new Secrets()
const rest = new RestClient(app.server, secrets)
const seed = new Seed({ rest, orm, clock, settings })
const test = { app, clock, settings, rest, graph: graphClient(app.server, secrets), seed, sql } as unknown as TestApp

/** Pages of each table and its indexes that were read since the start. */
async function countPages(): Promise<Map<string, number>> {
  await sql('select pg_stat_force_next_flush()')
  const rows = await sql<{ table: string; pages: number }>(
    `select relname as table, (heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0))::int as pages
       from pg_statio_user_tables`,
  )
  return new Map(rows.map(({ table, pages }) => [table, pages]))
}

/** Waits until nothing is read any more. What making the inputs has caused, such as a new list of domains, is not counted. */
async function settle(): Promise<void> {
  const sum = async () => [...(await countPages()).values()].reduce((total, pages) => total + pages, 0)
  for (let before = -1, pages = await sum(); pages !== before; pages = await sum()) {
    before = pages
    await sleep(20)
  }
}

interface Cost {
  readonly pages: number
  /** The table with most of them. */
  readonly most: string
  readonly cpuMs: number
}

async function measure(run: () => Promise<unknown>): Promise<Cost> {
  const before = await countPages()
  const cpu = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(cpu)
  const read = [...(await countPages())].map(([table, pages]) => ({ table, pages: pages - (before.get(table) ?? 0) }))
  const pages = read.reduce((sum, each) => sum + each.pages, 0)
  const most = read.reduce((one, other) => (other.pages > one.pages ? other : one)).table
  return { pages, most, cpuMs: (user + system) / 1000 }
}

/** What needs background work, which does not run here, would wait for ever. */
function giveUpAfter20s<T>(work: Promise<T>): Promise<T> {
  const gaveUp = sleep(20_000, undefined, { ref: false }).then(() => {
    throw new Error('takes longer than 20 s')
  })
  return Promise.race([work, gaveUp])
}

async function send(operation: Operation, actor: Actor): Promise<Cost> {
  const inputs = await inputsFor(operation.name, actor)
  const isFile = files.has(operation.name) || uploads.has(operation.name)
  const { token } = actor.account
  await settle()
  return measure(async () => {
    const code = isFile
      ? (await overRest(test, restOperation(test, operation.name), inputs, { token })).json?.error?.code
      : (await overGraph(test, operation, inputs, { token })).error?.extensions.code
    if (code) throw new Error(code)
  })
}

const operations = listOperations(app.schema).filter(
  ({ name, kind }) => kind !== 'subscription' && acts[name] && (!only || only.split(',').includes(name)),
)
const failures = new Map<string, string>()

/** The cheapest of three calls of each operation. */
async function measureAll(actor: Actor): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>()
  for (const operation of operations) {
    if (failures.has(operation.name)) continue
    try {
      const calls: Cost[] = []
      for (let n = 0; n < 3; n++)
        calls.push(
          await giveUpAfter20s(send(operation, needsOwnAccount.has(operation.name) ? await newActor(test) : actor)),
        )
      costs.set(operation.name, calls.toSorted((one, other) => one.pages - other.pages)[0] as Cost)
    } catch (error) {
      failures.set(operation.name, error instanceof Error ? error.message.slice(0, 100) : String(error))
    }
  }
  return costs
}

try {
  const account = await seed.account()
  await sql(`update account set role = 'admin' where id = ?`, [account.id])
  const actor: Actor = { test, account, word: () => seed.word() }
  // The first calls read the catalog, and leave a row in each table.
  await measureAll(actor)
  const results: Map<string, Cost>[] = []
  let filled = 0
  for (const size of sizes) {
    if (size > filled) await fillTables(sql, { workspaceId: account.workspaceId, accountId: account.id }, filled, size)
    filled = size
    results.push(await measureAll(actor))
    console.log(`${size} rows: ${results.at(-1)?.size} operations`)
  }
  const first = results[0]
  const rows = operations.flatMap(({ name }) => {
    const costs = results.map((result) => result.get(name))
    const before = first?.get(name)?.pages ?? 0
    return only || (costs.at(-1)?.pages ?? 0) > 1.5 * before + 50 ? [{ name, costs }] : []
  })
  for (const { name, costs } of rows) {
    const cells = costs.map((cost) => (cost ? `${cost.pages} (${cost.cpuMs.toFixed(0)} ms)` : '-'))
    console.log(`| ${[name, ...cells, costs.at(-1)?.most].join(' | ')} |`)
  }
  for (const [name, message] of failures) console.log(`${name} failed: ${message}`)
  console.log(machine())
} finally {
  await app.close()
  await rm(folder, { recursive: true, force: true })
}
