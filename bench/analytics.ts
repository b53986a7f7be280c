import 'reflect-metadata'
import { createApp } from '../src/app.ts'
import { readSettings } from '../src/config.ts'
import { insertClicksSql } from './clicks.ts'
import { benchDatabase } from './database.ts'
import { foldAll } from './folding.ts'
import { machine, median } from './processes.ts'

/**
 * The summary of a link with 1,000,000 clicks against one with 1,000, all folded, over 90 days; and
 * how many clicks a second are folded, 500 to a transaction, over nearly 1,000 links. Also the list of all clicks with its total.
 * `node --import tsx bench/analytics.ts [postgres|embedded] [clicks]`
 */
const [, , kind = 'postgres', given = '1000000'] = process.argv
const most = Number(given)
const { url, drop } = await benchDatabase(kind)
const app = await createApp({
  settings: readSettings({
    DATABASE_URL: url,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    JWT_SECRET: 'x'.repeat(32),
  }),
})
const { orm } = app.database
const post = async (url: string, payload: object, token = '') => {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  return (await app.server.inject({ method: 'POST', url, payload, headers })).json()
}
const { token } = await post('/v1/auth/register', {
  name: 'Ada',
  email: 'ada@example.com',
  password: 'correct horse battery',
})
const linkOf = async (): Promise<string> => (await post('/v1/urls', { longUrl: 'https://example.com/' }, token)).id

/** Clicks of 90 days, as many as are told, on these links in turn. */
async function write(links: readonly string[], clicks: number): Promise<void> {
  const link = `(array['${links.join("', '")}'])[1 + n % ${links.length}]`
  const inTransaction = links.length > 1 ? 500 : 20_000
  for (let done = 0; done < clicks; done += inTransaction) {
    await orm.em.fork().execute(insertClicksSql(link, Math.min(inTransaction, clicks - done)))
  }
}

const summaryMs = (link: string, query: string) => answerMs(`/v1/clicks/analytics/${link}${query}`)

async function answerMs(url: string): Promise<number> {
  const begin = performance.now()
  const { statusCode, body } = await app.server.inject({ url, headers: { authorization: `Bearer ${token}` } })
  if (statusCode !== 200) throw new Error(body)
  return performance.now() - begin
}

const [few, many] = [await linkOf(), await linkOf()]
await write([few], 1_000)
await write([many], most)
console.log(`one link, ${most} clicks, folded in ${(await foldAll(orm, kind)).toFixed(1)} s`)
if (kind === 'postgres') await orm.em.fork().execute('analyze')
const queries = [
  ...['', '?interval=30d', '?interval=90d&timezone=Asia/Kathmandu&unit=day'],
  ...[
    '?country=DE',
    '?country=DE&browser=-Safari',
    '?country=DE&includeBots=true',
    '?device=Mobile&timezone=Asia/Kathmandu',
  ],
]
for (const query of queries) {
  const [a, b]: [number[], number[]] = [[], []]
  for (let round = 0; round < 20; round++) {
    a.push(await summaryMs(few, query))
    b.push(await summaryMs(many, query))
  }
  const [thousand, million] = [median(a), median(b)]
  console.log(
    `summary${query || ' of all time'}: ${thousand.toFixed(2)} ms with 1,000, ${million.toFixed(2)} ms with ${most} ` +
      `(${(b[0] ?? 0).toFixed(0)} ms at first): ratio ${(million / thousand).toFixed(2)}`,
  )
}
for (const period of [
  '',
  '&interval=24h',
  '&interval=30d',
  `&from=${new Date(Date.now() - 80.01 * 86_400_000).toISOString()}`,
]) {
  const times: number[] = []
  for (let round = 0; round < 20; round++) times.push(await answerMs(`/v1/clicks?limit=20${period}`))
  console.log(`list of 20 clicks with their number${period}: ${median(times).toFixed(1)} ms with ${most}`)
}
const links: string[] = []
// With the two above, as many as a free workspace has.
for (let n = 0; n < 998; n++) links.push(await linkOf())
const spread = Math.min(most, 200_000)
await write(links, spread)
const seconds = await foldAll(orm, kind)
console.log(`${spread} clicks on ${links.length} links folded: ${Math.round(spread / seconds)} a second`)
console.log(machine())
await app.close()
await drop()
