import 'reflect-metadata'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createApp } from '../src/app.ts'
import { readSettings } from '../src/config.ts'
import { type CallTool, type Task, tasks } from './mcp-tasks.ts'

/**
 * Fifty tasks of people, done by a scripted agent with a real client of the protocol: whether each is done, with at most 4 calls,
 * and how much an agent reads. `node --import tsx bench/mcp.ts [part of the task]`
 */
const [, , part = ''] = process.argv
const maxCalls = 4
const port = Number(process.env.BENCH_PORT ?? 3917)
const base = `http://127.0.0.1:${port}`
const environment = {
  ...{ DATABASE_URL: 'memory://', PUBLIC_URL: base, JWT_SECRET: 'x'.repeat(32), LOG_LEVEL: 'error' },
  ...{ RATE_LIMITS: 'off', ALLOW_PRIVATE_DESTINATIONS: 'false' },
}
const app = await createApp({ settings: readSettings(environment) })
await app.server.listen({ port, host: '127.0.0.1' })

// biome-ignore lint/suspicious/noExplicitAny: answers of REST of many shapes.
async function post(path: string, payload: object, token?: string): Promise<any> {
  const answer = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(payload),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** An account with what the tasks are about. Returns its API key. */
async function seed(): Promise<string> {
  const { token } = await post('/v1/auth/register', {
    name: 'Ada',
    email: 'ada@example.com',
    password: 'correct horse battery',
  })
  const folderOf = async (name: string) => (await post('/v1/folders', { name }, token)).id
  const [posters, flyers] = [await folderOf('Posters'), await folderOf('Flyers')]
  let count = 0
  const link = (title: string, options: object = {}) =>
    post('/v1/urls', { longUrl: `https://example.com/seed/${count++}`, title, ...options }, token)
  const berlin = await link('Poster Berlin', { folderId: posters })
  await link('Poster Hamburg', { folderId: posters })
  for (const title of ['Flyer one', 'Flyer two', 'Flyer three']) await link(title, { folderId: flyers })
  for (const title of ['Menu', 'Old name', 'Off me', 'Stray', 'Undo', 'Noted', 'Trash', 'Waste']) await link(title)
  await link('Ends', { expiresAt: '2099-01-01T00:00:00Z' })
  await link('Limited', { clickLimit: 5 })
  await link('Locked', { password: 'a long word' })
  await link('Later', { startsAt: '2099-01-01T00:00:00Z' })
  await link('Taken', { customUrl: 'taken' })
  const off = [await link('Sleeping'), await link('Asleep')]
  const expired = await link('Expired', { expiresAt: '2099-01-01T00:00:00Z' })
  const usedUp = await link('Used up', { clickLimit: 1 })
  const ruled = await link('Ruled')
  await post(`/v1/urls/${ruled.id}/device-rules`, { device: 'mobile', destination: 'https://m.example.com/' }, token)
  const em = app.database.orm.em.fork()
  await em.execute('update link set is_active = false where id in (?)', [off.map(({ id }) => id)])
  await em.execute(`update link set expires_at = now() - interval '1 day' where id = ?`, [expired.id])
  const visit = async ({ shortUrl }: { shortUrl: string }) => {
    const code = shortUrl.split('/').at(-1)
    await fetch(`${base}/${code}`, {
      redirect: 'manual',
      headers: { 'user-agent': 'curl/8.0', referer: 'https://news.example/' },
    })
  }
  for (const each of [berlin, berlin, berlin, usedUp]) await visit(each)
  return (await post('/v1/keys', { name: 'The agent' }, token)).key
}

interface Outcome {
  readonly calls: number
  readonly bytes: number
  readonly problem: string | null
}

async function attempt(client: Client, { run }: Task): Promise<Outcome> {
  let [calls, bytes] = [0, 0]
  const call: CallTool = async (name, args = {}) => {
    calls++
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: args })
    bytes += JSON.stringify(content).length
    if (isError) throw new Error((content as { text: string }[])[0]?.text)
    return structuredContent
  }
  const isDone = await run(call).catch((error: Error) => error.message)
  const problem = isDone === true ? null : String(isDone)
  return { calls, bytes, problem: problem ?? (calls > maxCalls ? 'too many calls' : null) }
}

const key = await seed()
const client = new Client({ name: 'bench', version: '1.0.0' })
const headers = { authorization: `Bearer ${key}` }
await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit: { headers } }))
const { tools } = await client.listTools()
const outcomes: Outcome[] = []
for (const task of tasks.filter(({ ask }) => ask.includes(part))) {
  const outcome = await attempt(client, task)
  outcomes.push(outcome)
  console.log(
    `${outcome.problem === null ? 'done' : 'FAIL'} ${outcome.calls} calls, ${outcome.bytes} bytes: ${task.ask}`,
  )
  if (outcome.problem !== null) console.log(`     ${outcome.problem}`)
}
const done = outcomes.filter(({ problem }) => problem === null).length
const sum = (values: number[]) => values.reduce((a, b) => a + b, 0)
console.log(
  `${done} of ${outcomes.length} tasks, ${sum(outcomes.map(({ calls }) => calls))} calls, ` +
    `${sum(outcomes.map(({ bytes }) => bytes))} bytes of results; ${tools.length} tools in ${JSON.stringify(tools).length} bytes`,
)
await client.close()
await app.close()
if (done < outcomes.length) process.exitCode = 1
