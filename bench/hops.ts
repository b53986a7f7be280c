import 'reflect-metadata'
import { mkdtemp, rm } from 'node:fs/promises'
import { type Profiler, Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from '../src/app.ts'
import { readSettings } from '../src/config.ts'

/**
 * Through how many files and functions of `src` one warm request runs, and with how many calls, by V8's precise coverage:
 * `node --import tsx bench/hops.ts [names]`. With `names`, it lists the files, those with most calls first. A figure is the
 * least of several requests, because background work runs beside some of them.
 */
const listsFiles = process.argv[2] === 'names'
const warmings = 30
const rounds = 7

const folder = await mkdtemp(join(tmpdir(), 'tack-bench-hops-'))
const app = await createApp({
  settings: readSettings({
    ...{ DATABASE_URL: `file:${folder}`, JWT_SECRET: 'x'.repeat(32), NODE_ENV: 'production' },
    ...{ RATE_LIMITS: 'off', LOG_LEVEL: 'error' },
  }),
})
const base = await app.server.listen({ port: 0, host: '127.0.0.1' })

async function send(method: string, path: string, body?: object, token = ''): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const init = { method, headers, redirect: 'manual' as const, ...(body && { body: JSON.stringify(body) }) }
  const answer = await fetch(base + path, init)
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  const text = await answer.text()
  return text === '' ? {} : JSON.parse(text)
}

const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
const { token } = await send('POST', '/v1/auth/register', person)
const input = { longUrl: 'https://example.com/' }
const { shortUrl } = await send('POST', '/v1/urls', input, token)
const create = 'mutation { createUrl(input: { destination: "https://example.com/" }) { id shortUrl title } }'
const requests: Readonly<Record<string, () => Promise<unknown>>> = {
  'POST /v1/urls': () => send('POST', '/v1/urls', input, token),
  createUrl: () => send('POST', '/graphql', { query: create }, token),
  'GET /v1/urls': () => send('GET', '/v1/urls', undefined, token),
  'a redirect': () => send('GET', `/${shortUrl}`),
}

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

interface Hops {
  readonly calls: number
  readonly functions: number
  readonly files: readonly (readonly [file: string, calls: number])[]
}

async function measure(request: () => Promise<unknown>): Promise<Hops> {
  await sleep(50)
  await session.post('Profiler.takePreciseCoverage')
  await request()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const called = result.filter(({ url }) => url.includes('/src/')).map(countCalls)
  const files = called.filter(([, counts]) => counts.length > 0)
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  return {
    calls: sum(files.flatMap(([, counts]) => counts)),
    functions: files.flatMap(([, counts]) => counts).length,
    files: files.map(([file, counts]) => [file, sum(counts)] as const).toSorted((one, other) => other[1] - one[1]),
  }
}

function countCalls({ url, functions }: Profiler.ScriptCoverage): readonly [file: string, counts: number[]] {
  // `__name` is what the loader adds to files of TypeScript.
  const own = functions.filter(({ functionName }) => functionName !== '__name')
  const counts = own.map(({ ranges }) => ranges[0]?.count ?? 0).filter((count) => count > 0)
  return [url.replace(/^.*\/src\//, ''), counts]
}

for (const [name, request] of Object.entries(requests)) {
  for (let sent = 0; sent < warmings; sent++) await request()
  const measured: Hops[] = []
  for (let round = 0; round < rounds; round++) measured.push(await measure(request))
  const [least] = measured.toSorted((one, other) => one.calls - other.calls)
  if (!least) continue
  console.log(`${name}: ${least.files.length} files, ${least.functions} functions, ${least.calls} calls`)
  if (listsFiles) for (const [file, calls] of least.files) console.log(`  ${calls}\t${file}`)
}
await app.close()
await rm(folder, { recursive: true })
