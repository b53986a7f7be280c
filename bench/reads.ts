import { randomBytes } from 'node:crypto'
import jwt from 'jsonwebtoken'
import pg from 'pg'
import { benchDatabase, databaseCpu, databaseCpuSince, type Query } from './database.ts'
import { cpuSeconds, type Load, load, machine, median, type Server, startPinned } from './processes.ts'
import { BenchService } from './service.ts'

/**
 * Reads of the API, and creations of links, among 100,000 links on PostgreSQL, against routes written by hand and mercurius with jit
 * (`reads-yardstick.ts`), with the CPU time of each request; and pages of each sort order, one request after the other. `npm run
 * compile`, then `node --import tsx bench/reads.ts [rounds] [seconds] [one|list|graphql|key|create|sorts]`
 */
const [, , rounds = '3', seconds = '5', only] = process.argv
const linkCount = 100_000
const { url, drop } = await benchDatabase('postgres')
const tack = await BenchService.start(3912, { DATABASE_URL: url, PLAN_LIMITS: 'free.links=99999999' })
const [workspace] = await tack.send<{ id: string }[]>('GET', '/workspaces')
const { key } = await tack.send<{ key: string }>('POST', '/keys', { name: 'bench' })
const workspaceId = workspace?.id ?? ''
const client = new pg.Client({ connectionString: url })
await client.connect()
const linkId = await insertLinks()
const secret = randomBytes(32).toString('hex')
const yardstick = await startPinned('--import tsx bench/reads-yardstick.ts', 3911, {
  DATABASE_URL: url,
  SECRET: secret,
})
const ourToken = tack.token
const theirToken = jwt.sign({ ws: workspaceId, sub: 'acc_bench' }, secret, { expiresIn: '1d', issuer: 'bench' })

/** Links that differ in all by which they are sorted, ten of them with a password. Returns the id of one. */
async function insertLinks(): Promise<string> {
  // The trigger that counts links would update one row a hundred thousand times.
  await client.query('set session_replication_role = replica')
  await client.query(
    `with made as (
       insert into link (id, workspace_id, code, is_custom, title, original_url, search_text, is_active, current_clicks, password_hash,
                         expires_at, created_at, updated_at)
       select 'lnk_' || lpad(n::text, 26, '0'), $1, 'bench' || n, true, 'Campaign ' || n % 1000,
              'https://example.com/' || n, 'campaign ' || n % 1000 || ' https://example.com/' || n || ' /bench' || n, n % 10 > 0,
              n % 2000, case when n % ($2 / 10) = 7 then '-' end,
              case when n % 3 = 0 then now() + n * interval '1 minute' end, now() - n * interval '1 minute',
              now() - n * 7919 % $2 * interval '1 minute'
         from generate_series(1, $2::int) as n
       returning id, code, workspace_id, current_clicks),
     clicked as (
       insert into link_click_total (link_id, workspace_id, clicks, last_click_at)
       select id, workspace_id, current_clicks, case when current_clicks > 0 then now() - current_clicks * interval '1 hour' end
         from made)
     insert into code (key, link_id, workspace_id) select code, id, workspace_id from made`,
    [workspaceId, linkCount],
  )
  await client.query('update workspace set link_count = $2 where id = $1', [workspaceId, linkCount])
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  return `lnk_${'50000'.padStart(26, '0')}`
}

/** One run: the load, and the CPU time per request in microseconds. */
interface Run extends Load {
  readonly cpu: number
  readonly databaseCpu: number
}

interface Read {
  readonly path: string
  readonly script?: string
  /** The credential, by default a session. */
  readonly ourToken?: string
}

const query: Query = async (sql) => (await client.query(sql)).rows

async function run({ base, child }: Server, token: string, { path, script }: Read): Promise<Run> {
  const pid = child.pid ?? 0
  const [before, databaseBefore] = [cpuSeconds(pid), await databaseCpu(query)]
  const headers = [`Authorization: Bearer ${token}`]
  const figures = load(`${base}${path}`, { seconds: Number(seconds), headers, ...(script && { script }) })
  if (/Non-2xx/.test(figures.text) || figures.requests === 0) throw new Error(figures.text)
  const each = (total: number) => (total * 1e6) / figures.requests
  const ofDatabase = each(await databaseCpuSince(query, databaseBefore))
  return { ...figures, cpu: each(cpuSeconds(pid) - before), databaseCpu: ofDatabase }
}

const reads: Readonly<Record<string, Read>> = {
  one: { path: `/v1/urls/${linkId}` },
  key: { path: `/v1/urls/${linkId}`, ourToken: key },
  list: { path: '/v1/urls?limit=20' },
  graphql: { path: '/graphql', script: 'bench/graphql-list.lua' },
  create: { path: '/v1/urls', script: 'bench/create.lua' },
}
/** What is read of each sort order: its first page, one in the middle, and the first with filters that few links pass. */
const middle = linkCount / 2 / 100
const pages = {
  first: { variables: {} },
  middle: { variables: {}, skipped: middle },
  'ten matches': { variables: { hasPassword: true } },
  'one match': { variables: { search: `bench${linkCount / 2}` } },
  'no match': { variables: { search: 'nothing has this' } },
} as const
const sorts = [
  ...['CREATED_DESC', 'CREATED_ASC', 'UPDATED_DESC', 'CLICKS_DESC', 'CLICKS_ASC', 'LAST_CLICK_DESC', 'EXPIRES_ASC'],
  ...['TITLE_ASC', 'TITLE_DESC'],
]
const pageDocument = `query ($sort: LinkSort, $first: Int, $after: String, $search: String, $hasPassword: Boolean) {
  urls(sort: $sort, first: $first, after: $after, search: $search, hasPassword: $hasPassword) {
    nodes { id } pageInfo { endCursor }
  }
}`

interface Page {
  readonly nodes: readonly { readonly id: string }[]
  readonly pageInfo: { readonly endCursor: string }
}

async function readPage(variables: object): Promise<Page> {
  const answer = await fetch(`${tack.server.base}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ourToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: pageDocument, variables }),
  })
  const { data, errors } = (await answer.json()) as { data?: { urls: Page }; errors?: unknown }
  if (!data?.urls || errors) throw new Error(JSON.stringify(errors))
  return data.urls
}

/** Milliseconds of a page in each order. */
async function timeSorts(): Promise<void> {
  for (const sort of sorts) {
    const texts: string[] = []
    for (const [name, { variables, ...page }] of Object.entries(pages)) {
      let after: string | undefined
      for (let n = 0; 'skipped' in page && n < page.skipped; n++)
        after = (await readPage({ sort, first: 100, after })).pageInfo.endCursor
      const times: number[] = []
      for (let n = 0; n < 12; n++) {
        const start = performance.now()
        await readPage({ sort, first: 20, after, ...variables })
        times.push(performance.now() - start)
      }
      texts.push(`${name} ${median(times.slice(2)).toFixed(1)}`)
    }
    console.log(`${sort}: ${texts.join(', ')} ms`)
  }
}

try {
  if (!only || only === 'sorts') await timeSorts()
  for (const [name, read] of Object.entries(reads)) {
    if (only && only !== name) continue
    const rows: { yard: Run; ours: Run }[] = []
    // The first round warms up.
    for (let round = 0; round <= Number(rounds); round++)
      rows.push({
        yard: await run(yardstick, theirToken, read),
        ours: await run(tack.server, read.ourToken ?? ourToken, read),
      })
    const middle = (figure: (row: { yard: Run; ours: Run }) => number, digits = 0) =>
      median(rows.slice(1).map(figure)).toFixed(digits)
    console.log(
      `${name}: ${middle(({ yard, ours }) => ours.perSecond / yard.perSecond, 2)} of the yardstick ` +
        `(${middle(({ ours }) => ours.perSecond)}/s of ${middle(({ yard }) => yard.perSecond)}/s), ` +
        `p99 ${middle(({ ours }) => ours.p99, 1)} and ${middle(({ yard }) => yard.p99, 1)} ms; CPU per request: ` +
        `service ${middle(({ ours }) => ours.cpu)} and ${middle(({ yard }) => yard.cpu)} µs, ` +
        `PostgreSQL ${middle(({ ours }) => ours.databaseCpu)} and ${middle(({ yard }) => yard.databaseCpu)} µs`,
    )
  }
  console.log(machine())
} finally {
  await client.end()
  await tack.server.stop()
  await yardstick.stop()
  await drop()
}
