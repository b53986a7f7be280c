import 'reflect-metadata'
import pg from 'pg'
import { createApp } from '../src/app.ts'
import { readSettings } from '../src/config.ts'
import { insertClicksSql } from './clicks.ts'
import { benchDatabase } from './database.ts'
import { foldAll } from './folding.ts'
import { machine, median } from './processes.ts'

/**
 * The summary of an account with 200,000 links against one with 200, each with 1,000,000 folded clicks of 90 days: a few
 * links have most of them. `node --import tsx bench/account-summary.ts [postgres|embedded] [links] [clicks]`
 */
const [, , kind = 'postgres', givenLinks = '200000', givenClicks = '1000000'] = process.argv
const clickCount = Number(givenClicks)
const { url, drop } = await benchDatabase(kind)
const app = await createApp({
  settings: readSettings({ DATABASE_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', JWT_SECRET: 'x'.repeat(32) }),
})
const { orm } = app.database
const execute = (sql: string, values: unknown[] = []) => orm.em.fork().execute(sql, values)

interface BenchAccount {
  readonly linkCount: number
  readonly token: string
}

async function createAccount(name: string, linkCount: number): Promise<BenchAccount> {
  const payload = { name, email: `${name}@example.com`, password: 'correct horse battery' }
  const { token } = (await app.server.inject({ method: 'POST', url: '/v1/auth/register', payload })).json()
  for (let first = 0; first < linkCount; first += 10_000)
    await execute(
      `insert into link (id, workspace_id, code, is_custom, title, original_url, created_at, updated_at)
       select 'lnk_' || ? || lpad(n::text, 16, '0'), workspace.id, ? || n, false, '', 'https://example.com/', now(), now()
         from generate_series(?::int, ?::int) as n, workspace
         join account on account.id = personal_account_id
        where account.name = ?`,
      [name, name, first, Math.min(first + 10_000, linkCount) - 1, name],
    )
  const link = `'lnk_${name}' || lpad(floor(${linkCount} * random() ^ 3)::text, 16, '0')`
  for (let done = 0; done < clickCount; done += 20_000)
    await execute(insertClicksSql(link, Math.min(20_000, clickCount - done)))
  return { linkCount, token }
}

async function measureSummary({ token }: BenchAccount, query: string): Promise<number> {
  const startedMs = performance.now()
  const headers = { authorization: `Bearer ${token}` }
  const { statusCode, body } = await app.server.inject({ url: `/v1/clicks/analytics${query}`, headers })
  if (statusCode !== 200) throw new Error(body)
  return performance.now() - startedMs
}

const accounts = [await createAccount('few', 200), await createAccount('many', Number(givenLinks))] as const
console.log(`${2 * clickCount} clicks folded in ${(await foldAll(orm, kind)).toFixed(0)} s`)
if (kind === 'postgres') {
  // It takes longer than a statement of the service may.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}
const queries = [
  '',
  '?interval=30d',
  '?interval=30d&timezone=Asia/Kathmandu&unit=week',
  '?interval=24h',
  '?from=2020-01-01T00:00:00Z&unit=month&timezone=Europe/Berlin',
]
for (const query of queries) {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < 9; round++)
    for (const [index, account] of accounts.entries()) times[index as 0 | 1].push(await measureSummary(account, query))
  const [few, many] = times.map(median) as [number, number]
  console.log(
    `summary${query || ' of all time'}: ${few.toFixed(0)} ms with 200 links, ${many.toFixed(0)} ms with ${givenLinks}: ` +
      `ratio ${(many / few).toFixed(2)}`,
  )
}
console.log(machine())
await app.close()
await drop()
