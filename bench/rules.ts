import { randomUUID } from 'node:crypto'
import { benchDatabase } from './database.ts'
import { type Load, load, machine, median, type Server, startPinned } from './processes.ts'

/**
 * Warm redirects of a link with 50 geo rules, the last of which matches, against a link without rules. If `dist/main.js` of
 * an earlier version is given, also a link without rules in both versions. The runs alternate. `npm run compile`, then
 * `node --import tsx bench/rules.ts [postgres|embedded] [rounds] [dist/main.js of an earlier version]`
 */
const [, , kind = 'postgres', rounds = '5', earlier] = process.argv
const geoRuleCount = 50

interface Running {
  readonly server: Server
  readonly drop: () => Promise<void>
  create(path: string, body: object): Promise<{ id: string }>
}

async function start(script: string, port: number): Promise<Running> {
  const { url, drop } = await benchDatabase(kind)
  const environment = {
    DATABASE_URL: url,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    JWT_SECRET: 'x'.repeat(32),
    TRUST_PROXY: '127.0.0.1',
  }
  const server = await startPinned(script, port, environment, '/readyz')
  const post = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(`${server.base}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  }
  const account = { name: 'B', email: `${randomUUID()}@example.com`, password: 'a long bench password' }
  const { token } = (await post('/auth/register', account)) as { token: string }
  return { server, drop, create: (path, body) => post(path, body, token) as Promise<{ id: string }> }
}

const tack = await start('dist/main.js', 3902)
const before = earlier === undefined ? undefined : await start(earlier, 3903)
for (const each of [tack, before])
  await each?.create('/urls', { longUrl: 'https://example.com/1', customUrl: 'bench-plain' })
const { id } = await tack.create('/urls', { longUrl: 'https://example.com/1', customUrl: 'bench-rules' })
for (let number = 1; number <= geoRuleCount; number++) {
  const values = number === geoRuleCount ? ['DE'] : ['US', 'CA', 'MX', 'FR', 'ES']
  await tack.create(`/urls/${id}/geo-rules`, { matchType: 'country', values, destination: 'https://example.com/rule' })
}

/** An address in Germany, according to the bundled database. */
const headers = ['X-Forwarded-For: 193.99.144.80']
const targets: [string, string][] = [
  ['without rules', `${tack.server.base}/bench-plain`],
  [`with ${geoRuleCount} rules`, `${tack.server.base}/bench-rules`],
  ...(before ? [['before', `${before.server.base}/bench-plain`] as [string, string]] : []),
]
const runs = new Map<string, Load[]>(targets.map(([name]) => [name, []]))
for (const [, url] of targets) load(url, { seconds: 3, headers })
for (let round = 0; round < Number(rounds); round++) {
  // Each round begins with another target.
  for (const [name, url] of [...targets.slice(round % targets.length), ...targets.slice(0, round % targets.length)])
    runs.get(name)?.push(load(url, { seconds: 5, headers }))
}
for (const each of [tack, before]) {
  await each?.server.stop()
  await each?.drop()
}

const ratioOf = (name: string, base: string) =>
  median((runs.get(name) ?? []).map(({ perSecond }, round) => perSecond / (runs.get(base)?.[round]?.perSecond ?? 1)))
for (const [name, loads] of runs)
  console.log(
    `${name}: ${median(loads.map(({ perSecond }) => perSecond)).toFixed(0)}/s, p99 ${median(loads.map(({ p99 }) => p99)).toFixed(1)} ms, errors ${loads.reduce((sum, { errors }) => sum + errors, 0)}`,
  )
console.log(
  `with ${geoRuleCount} rules: ${ratioOf(`with ${geoRuleCount} rules`, 'without rules').toFixed(3)} of without`,
)
if (before) console.log(`without rules: ${ratioOf('without rules', 'before').toFixed(3)} of before`)
console.log(`${kind}, ${rounds} rounds, ${machine()}`)
