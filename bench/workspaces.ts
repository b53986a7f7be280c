import 'reflect-metadata'
import { createApp } from '../src/app.ts'
import { readSettings } from '../src/config.ts'
import { statementTimeoutSql } from '../src/platform/database/silence-detector.ts'
import { benchDatabase } from './database.ts'
import { machine, median } from './processes.ts'

/**
 * Lists and reads links in a workspace with 50 members, against an account that has as many links alone: the n-th request
 * of one is followed by the n-th request of the other. `node --import tsx bench/workspaces.ts [postgres|embedded] [links]`
 */
const [, , kind = 'postgres', given = '100000'] = process.argv
const links = Number(given)
const memberCount = 50
const { url, drop } = await benchDatabase(kind)
const app = await createApp({
  settings: readSettings({ DATABASE_URL: url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', JWT_SECRET: 'x'.repeat(32) }),
})
const run = (sql: string, values: unknown[] = []) =>
  app.database.orm.em.fork().transactional(async (em) => {
    await em.execute(`select ${statementTimeoutSql(0)}`)
    // The trigger that counts links would update one row a hundred thousand times.
    await em.execute('set local session_replication_role = replica')
    return em.execute<{ id: string }[]>(sql, values)
  })
const send = async (method: 'GET' | 'POST', path: string, token = '', payload?: object) => {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await app.server.inject({ method, url: `/v1${path}`, headers, ...(payload && { payload }) })
  if (answer.statusCode >= 300) throw new Error(answer.body)
  return answer.json()
}

interface Reader {
  readonly token: string
  readonly workspaceId: string
  readonly linkId: string
}

async function register(name: string): Promise<{ id: string; token: string }> {
  const input = { name, email: `${name}@example.com`, password: 'correct horse battery' }
  const { token, user } = await send('POST', '/auth/register', '', input)
  return { id: user.id, token }
}

/** Fills a workspace whose links differ in title, state and age, and returns one of them. */
async function fill(workspaceId: string): Promise<string> {
  const rows = await run(
    `with made as (
       insert into link (id, workspace_id, code, is_custom, title, original_url, is_active, created_at, updated_at)
       select 'lnk_' || right(?, 16) || n, ?, lower(right(?, 8)) || n, true, 'Campaign ' || n % 1000,
              'https://example.com/' || n, n % 10 > 0, now() - n * interval '1 minute', now()
         from generate_series(1, ?::int) as n
       returning id, code, workspace_id),
     claimed as (insert into code (key, link_id, workspace_id) select code, id, workspace_id from made)
     select id from made limit 1`,
    [workspaceId, workspaceId, workspaceId, links],
  )
  await run('update workspace set link_count = ? where id = ?', [links, workspaceId])
  return rows[0]?.id ?? ''
}

async function createSingle(): Promise<Reader> {
  const { token } = await register('single')
  const [{ id: workspaceId }] = await send('GET', '/workspaces', token)
  return { token, workspaceId, linkId: await fill(workspaceId) }
}

/** Read by its last member. */
async function createTeam(): Promise<Reader> {
  const owner = await register('owner')
  const { id: workspaceId } = await send('POST', '/workspaces', owner.token, { name: 'Acme' })
  let last = owner
  for (let n = 1; n < memberCount; n++) {
    last = await register(`member${n}`)
    await run(
      `insert into workspace_member (id, workspace_id, account_id, role, joined_at)
       select 'mbr_' || right(?, 26), ?, ?, 'member', now()`,
      [last.id, workspaceId, last.id],
    )
  }
  return { token: last.token, workspaceId, linkId: await fill(workspaceId) }
}

async function milliseconds({ token, ...reader }: Reader, path: (reader: Omit<Reader, 'token'>) => string) {
  const begin = performance.now()
  await send('GET', path(reader), token)
  return performance.now() - begin
}

const [single, team] = [await createSingle(), await createTeam()]
if (kind === 'postgres') await run('analyze')
const requests: Record<string, (reader: Omit<Reader, 'token'>) => string> = {
  'the first page': ({ workspaceId }) => `/urls?workspaceId=${workspaceId}&limit=20`,
  'page 500': ({ workspaceId }) => `/urls?workspaceId=${workspaceId}&limit=20&page=500`,
  'a search': ({ workspaceId }) => `/urls?workspaceId=${workspaceId}&limit=20&search=campaign%20777`,
  'one link': ({ linkId }) => `/urls/${linkId}`,
}
for (const [name, path] of Object.entries(requests)) {
  const [alone, shared]: [number[], number[]] = [[], []]
  for (let round = 0; round < 60; round++) {
    alone.push(await milliseconds(single, path))
    shared.push(await milliseconds(team, path))
  }
  const [one, many] = [median(alone.slice(10)), median(shared.slice(10))]
  console.log(
    `${name}: ${one.toFixed(1)} ms alone, ${many.toFixed(1)} ms among ${memberCount} members: ratio ${(many / one).toFixed(2)}`,
  )
}
console.log(machine())
await app.close()
await drop()
