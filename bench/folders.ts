import 'reflect-metadata'
import { createApp } from '../src/app.ts'
import { readSettings } from '../src/config.ts'
import { RollupWorker } from '../src/modules/visits/clicks/rollups/rollup-worker.ts'
import { tables } from '../src/modules.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { systemClock } from '../src/platform/shared/time.ts'
import { insertClicksSql } from './clicks.ts'
import { benchDatabase, databaseCpu, databaseCpuSince, type Query } from './database.ts'
import { machine, median } from './processes.ts'

/**
 * The CPU time of PostgreSQL for folding clicks on 1,000 links of one workspace, 500 to a transaction, by one node and by
 * several at once, and which part of the steps, which are of equal numbers of links, each of them folds. The rounds alternate.
 * `node --import tsx bench/folders.ts [clicks] [nodes] [rounds]`
 */
const [, , givenClicks = 400_000, givenNodes = 2, givenRounds = 3] = process.argv
const [clicks, nodes, rounds] = [Number(givenClicks), Number(givenNodes), Number(givenRounds)]
const linkCount = 1_000
const clicksPerTransaction = 500

const { url, drop } = await benchDatabase('postgres')
const settings = readSettings({ DATABASE_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', JWT_SECRET: 'x'.repeat(32) })
const app = await createApp({ settings })
const post = async (path: string, payload: object, token = '') => {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  return (await app.server.inject({ method: 'POST', url: path, payload, headers })).json()
}
const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
const { token } = await post('/v1/auth/register', person)
const links: string[] = []
for (let n = 0; n < linkCount; n++) links.push((await post('/v1/urls', { longUrl: 'https://example.com/' }, token)).id)
// The service would fold too.
await app.close()

const { orm, close } = await openDatabase({ place: settings.database, tables })
const query: Query = (sql) => orm.em.fork().execute(sql)

/** Folds new clicks by so many nodes. Returns µs of PostgreSQL a click, seconds, and the share of each node in the steps. */
async function fold(nodeCount: number): Promise<{ cpu: number; seconds: number; shares: number[] }> {
  const link = `(array['${links.join("', '")}'])[1 + (random() * ${linkCount - 1})::int]`
  for (let done = 0; done < clicks; done += clicksPerTransaction)
    await query(insertClicksSql(link, clicksPerTransaction, '10 minutes'))
  await query('vacuum analyze')
  const folders = await Promise.all(Array.from({ length: nodeCount }, startNode))
  const [before, startedMs] = [await databaseCpu(query), performance.now()]
  const steps = await Promise.all(folders.map(({ worker }) => worker.fold()))
  const seconds = (performance.now() - startedMs) / 1000
  const cpu = ((await databaseCpuSince(query, before)) * 1e6) / clicks
  for (const folder of folders) await folder.close()
  const total = steps.reduce((sum, each) => sum + each, 0)
  return { cpu, seconds, shares: steps.map((each) => each / total) }
}

async function startNode() {
  const { orm, close } = await openDatabase({ place: settings.database, tables })
  const isEmbedded = false
  const worker = new RollupWorker({
    orm,
    clock: systemClock,
    log: console,
    publishLimitEvents: async () => undefined,
    isEmbedded,
  })
  return { worker, close }
}

await fold(1)
const [alone, shared] = [[], []] as [Awaited<ReturnType<typeof fold>>[], Awaited<ReturnType<typeof fold>>[]]
for (let round = 0; round < rounds; round++) {
  alone.push(await fold(1))
  shared.push(await fold(nodes))
}
const figures = (runs: typeof alone) =>
  `${median(runs.map(({ cpu }) => cpu)).toFixed(1)} µs of PostgreSQL a click, ${Math.round(clicks / median(runs.map(({ seconds }) => seconds)))} clicks a second`
console.log(`one node: ${figures(alone)}`)
console.log(`${nodes} nodes: ${figures(shared)}`)
console.log(`CPU ratio ${(median(shared.map(({ cpu }) => cpu)) / median(alone.map(({ cpu }) => cpu))).toFixed(2)}`)
const share = ({ shares }: (typeof shared)[number]) => shares.map((each) => `${Math.round(100 * each)} %`).join(' and ')
console.log(`steps of each node: ${shared.map(share).join('; ')}`)
console.log(machine())
await close()
await drop()
