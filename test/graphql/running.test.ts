import { expect, inject, it } from 'vitest'
import { startApp } from '../support/app.ts'

const isServer = inject('database').kind === 'server'

it('closes after an operation with a failed field whose slow fields continue', async () => {
  const test = await startApp()
  const account = await test.seed.account()
  const { id } = await test.seed.webhook(account)
  const slow = Array.from(
    { length: 8 },
    (_, n) => `a${n}: deliveries { nodes { id webhook { name } attempts { number } } }`,
  )
  // `events` is not nullable, so its error ends the webhook while the other fields still run.
  await test.sql(`update webhook set events = '["unknown"]' where id = ?`, [id])
  const document = `{ webhook(id: "${id}") { ${slow.join(' ')} events } }`
  const { data, errors } = await test.graph(document, { token: account.token })
  expect([data, errors?.[0]?.extensions.code]).toEqual([{ webhook: null }, 'INTERNAL'])
  test.logs.splice(0)
  const begun = performance.now()
  await test.close()
  expect(performance.now() - begun).toBeLessThan(5_000)
  expect(test.logs.filter(({ level }) => Number(level) >= 50)).toEqual([])
})

/** What the request of a disconnected client waits for when the service stops. */
const waits: { what: string; lock: string; headers: Record<string, string> }[] = [
  { what: 'a resolver', lock: 'lock table link in exclusive mode', headers: {} },
  {
    what: 'the claim of an Idempotency-Key',
    lock: 'lock table idempotency in exclusive mode',
    headers: { 'idempotency-key': 'k' },
  },
  { what: 'the look at a credential', lock: 'lock table account in access exclusive mode', headers: {} },
]

it.runIf(isServer).each(waits)('closes when $what, left behind, has ended', async ({ lock, headers }) => {
  const test = await startApp()
  const { token } = await test.seed.account()
  const fork = test.app.database.orm.em.fork()
  await fork.begin()
  await fork.execute(lock)
  // The request waits for the locked table; its client has disconnected.
  const address = await test.app.server.listen({ port: 0, host: '127.0.0.1' })
  const hangUp = new AbortController()
  const request = fetch(`${address}/v1/urls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ longUrl: 'https://example.com/left-behind' }),
    signal: hangUp.signal,
  }).catch(() => 'hung up')
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(() => test.sql(waiting)).toHaveLength(1)
  hangUp.abort()
  expect(await request).toBe('hung up')
  let isReleased = false
  const closed = test.close().then(() => isReleased)
  await expect.poll(() => test.app.server.server.listening).toBe(false)
  isReleased = true
  await fork.commit()
  expect(await closed).toBe(true)
  expect(test.logs.filter(({ level }) => Number(level) >= 50)).toEqual([])
})

it.runIf(isServer)('a read whose caller disconnects is cancelled, and is no error in the log', async () => {
  const test = await startApp()
  const { token } = await test.seed.account()
  const fork = test.app.database.orm.em.fork()
  await fork.begin()
  await fork.execute('lock table link in access exclusive mode')
  const address = await test.app.server.listen({ port: 0, host: '127.0.0.1' })
  const hangUp = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const request = fetch(`${address}/v1/urls`, { headers, signal: hangUp.signal }).catch(() => 'hung up')
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(() => test.sql(waiting)).toHaveLength(1)
  hangUp.abort()
  expect(await request).toBe('hung up')
  await expect.poll(() => test.sql(waiting)).toHaveLength(0)
  await fork.rollback()
  await test.close()
  expect(test.logs.filter(({ level }) => Number(level) >= 50)).toEqual([])
})
