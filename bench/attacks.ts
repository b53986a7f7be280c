import 'reflect-metadata'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { createApp } from '../src/app.ts'
import { readSettings } from '../src/config.ts'
import { benchDatabase } from './database.ts'
import { type Attack, hostileRequests } from './hostile-requests.ts'
import { readLoopDelay, writeLoopProbe } from './loop-delay.ts'
import { browser, machine, startPinned } from './processes.ts'

/**
 * The longest turn of the event loop, and the p99 of /healthz and of redirects, while somebody attacks within the limits. The
 * link that is analyzed has 100,000 clicks. `npm run compile`, then
 * `node --import tsx bench/attacks.ts [postgres|embedded] [seconds of each attack] [part of the names of attacks]`
 */
const [, , kind = 'embedded', given = '8', part = ''] = process.argv
const seconds = Number(given)
const folder = mkdtempSync(join(tmpdir(), 'tack-attacks-'))
const { url, drop } = await benchDatabase(kind)
const environment = {
  DATABASE_URL: kind === 'postgres' ? url : `file:${folder}`,
  JWT_SECRET: 'x'.repeat(32),
  LOG_LEVEL: 'error',
  TRUST_PROXY: '1',
}
const { token, urlId, code } = await prepare()
const port = Number(process.env.BENCH_PORT ?? 3903)
const probePort = port + 1
const dist = process.env.BENCH_DIST ?? 'dist'
// The thread of the embedded database needs a core of its own.
const cores = kind === 'postgres' ? '0' : '0,1'
const script = `--import ${writeLoopProbe(probePort)} ${dist}/main.js`
const tack = await startPinned(script, port, environment, '/readyz', cores)
const authorization = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

/** Registers an account whose link has 100,000 clicks. */
async function prepare() {
  const app = await createApp({ settings: readSettings(environment) })
  const post = async (path: string, payload: object, headers = {}) =>
    (await app.server.inject({ method: 'POST', url: path, payload, headers })).json()
  const ada = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
  const account = await post('/v1/auth/register', ada)
  const bearer = { authorization: `Bearer ${account.token}` }
  const link = await post('/v1/urls', { longUrl: 'https://example.com/' }, bearer)
  for (let n = 0; n < 5; n++) {
    await app.database.orm.em.fork().execute(
      `insert into click (id, url_id, created_at, trigger, country, device, browser, os, is_bot, utm_source, utm_campaign)
       select 'clk_' || gen_random_uuid(), ?, now() - random() * interval '90 days', 'link',
              (array['DE', 'US', 'JP', 'FR', 'BR'])[1 + n % 5], 'Desktop', 'Firefox', 'Linux', false,
              repeat('a ', 1 + n % 120) || n % 4, repeat('b ', 1 + n % 120) || n % 4
         from generate_series(1, 20000) as n`,
      [link.id],
    )
  }
  await app.close()
  return { token: account.token as string, urlId: link.id as string, code: link.shortUrl.split('/').at(-1) as string }
}

let lastAddress = 0
/** A visitor of another network each time, so that the limits of one network are not what is measured. */
const visitor = () => ({
  'user-agent': browser,
  'x-forwarded-for': `10.${++lastAddress >> 16}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`,
})

const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(tack.base + path, { headers, redirect: 'manual' })
  await answer.arrayBuffer()
  return answer.status
}

const filtered = `a$: analytics(filter: { country: { in: ["DE"] } }) { totalClicks }`
const thirty = `{ url(id: "${urlId}") { ${Array.from({ length: 30 }, (_, n) => filtered.replace('$', String(n))).join(' ')} } }`
const invalid = `{ ${'nothing { nothing } '.repeat(240)} }`
const assets = (await (await fetch(`${tack.base}/docs`, { headers: { accept: 'text/html' } })).text())
  .match(/(?:src|href)="(\/[^"]+\.(?:js|css)[^"]*)"/g)
  ?.map((each) => each.replace(/^[^"]*"|"$/g, ''))
const largest = assets?.[0] ?? '/docs'

const attacks: Record<string, Attack> = {
  nothing: async () => undefined,
  ...hostileRequests({ base: tack.base, network: visitor }),
  'thirty filtered summaries in one document, again and again': async (isOver) => {
    const body = JSON.stringify({ query: thirty })
    while (!isOver()) {
      const answer = await fetch(`${tack.base}/graphql`, { method: 'POST', headers: authorization, body })
      await answer.text()
    }
  },
  'thirty filtered summaries over REST at once': async () =>
    Promise.all(Array.from({ length: 30 }, () => get(`/v1/clicks/analytics/${urlId}?country=DE`, authorization))),
  'twenty questions in which 500 campaigns occur, after the first question': async () => {
    const ask = () =>
      fetch(`${tack.base}/v1/analytics-ai/query`, {
        method: 'POST',
        headers: authorization,
        body: JSON.stringify({ question: `${'a b '.repeat(60)}${'a '.repeat(60)}${'b '.repeat(60)}campaign` }),
      }).then((answer) => answer.text())
    await ask()
    await Promise.all(Array.from({ length: 19 }, ask))
  },
  '70 documents that fail validation, and a request of somebody else': async () => {
    const documents = sendInvalidDocumentsAtOnce(70)
    const begin = performance.now()
    await get('/v1/urls?limit=1', { ...authorization, ...visitor() })
    console.log(`  somebody else waited ${(performance.now() - begin).toFixed(0)} ms`)
    await documents
  },
  'five anonymous WebSockets with invalid documents': async (isOver) =>
    Promise.all(Array.from({ length: 5 }, () => sendInvalidDocuments(isOver))),
  '200 visits with 15 KB of query': async () => {
    const query = Array.from({ length: 1800 }, (_, n) => `k${n}=v`).join('&')
    await Promise.all(Array.from({ length: 200 }, () => get(`/${code}?${query}`, visitor())))
  },
  'a large asset of the reference, four at a time': async (isOver) =>
    repeat(4, isOver, () => get(largest, { 'accept-encoding': 'gzip' })),
  'public QR images of 2048 pixels, four at a time': async (isOver) => {
    let n = 0
    return repeat(4, isOver, () => get(`/${code}/qr.png?size=2048&color=0000${(16 + (n++ % 200)).toString(16)}`))
  },
}

async function sendInvalidDocumentsAtOnce(count: number): Promise<void> {
  const headers = { ...visitor(), 'content-type': 'application/json' }
  const query = `{ ${Array.from({ length: 330 }, (_, n) => `urlx${n}`).join(' ')} }`
  const send = () => fetch(`${tack.base}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
  await Promise.all(Array.from({ length: count }, async () => (await send()).text()))
}

async function repeat(atOnce: number, isOver: () => boolean, act: () => Promise<unknown>): Promise<void> {
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (!isOver()) await act()
    }),
  )
}

/** Connects again when it is disconnected. */
async function sendInvalidDocuments(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const socket = new WebSocket(`${tack.base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
    await new Promise((resolve) => {
      socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init' })))
      let id = 0
      socket.on('message', () => {
        if (isOver()) return socket.close()
        socket.send(JSON.stringify({ id: String(++id), type: 'subscribe', payload: { query: invalid } }))
      })
      socket.on('error', () => undefined)
      socket.on('close', resolve)
      setTimeout(() => socket.terminate(), seconds * 1000).unref()
    })
    await pause(10)
  }
}

/** Milliseconds until each answer; one request every 20 ms, whether those before it were answered or not. */
async function probe(path: string, headers: () => Record<string, string>, isOver: () => boolean): Promise<number[]> {
  const answers: Promise<number>[] = []
  while (!isOver()) {
    const begin = performance.now()
    const elapsed = () => performance.now() - begin
    // A connection that fails after seconds of waiting is a slow answer.
    answers.push(get(path, headers()).then(elapsed, elapsed))
    await pause(20)
  }
  return Promise.all(answers)
}

const p99 = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)] ?? 0

await get(`/${code}`, visitor())
// The clicks are folded meanwhile.
await pause(15_000)
for (const [name, attack] of Object.entries(attacks)) {
  if (!name.includes(part)) continue
  await readLoopDelay(probePort)
  const begin = performance.now()
  const isOver = () => performance.now() > begin + seconds * 1000
  let isAttacking = true
  // An attack that is sent once may take longer.
  const isProbed = () => isOver() && !isAttacking
  const [health, redirects] = await Promise.all([
    probe('/healthz', () => ({}), isProbed),
    probe(`/${code}`, visitor, isProbed),
    attack(isOver)
      .catch((error: Error) => console.log(`  ${error.message}`))
      .finally(() => {
        isAttacking = false
      }),
  ])
  const { longest, longestCpu } = await readLoopDelay(probePort)
  console.log(
    `${name}: longest turn ${longestCpu.toFixed(0)} ms of CPU, ${longest.toFixed(0)} ms by the clock; p99 of /healthz ${p99(health).toFixed(0)} ms, of redirects ${p99(redirects).toFixed(0)} ms`,
  )
  await pause(2_000)
}
console.log(`${kind}; ${machine()}`)
await tack.stop()
await drop()
rmSync(folder, { recursive: true })
