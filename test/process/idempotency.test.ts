import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { createDatabase, databaseUrl, onServer } from '../support/database.ts'
import { type ServiceProcess, startProcess } from '../support/process.ts'

const source = inject('database')
const body = JSON.stringify({ longUrl: 'https://example.com/killed' })

// On the embedded database the killed process is also the database, and its open transaction ends with it.
describe.runIf(source.kind === 'server')('a service that is killed during a request with a key', () => {
  const url = source.kind === 'server' ? source.url : ''
  const name = `tack_test_${randomBytes(8).toString('hex')}`
  const place = url && databaseUrl(url, name)
  let client: pg.Client
  let service: ServiceProcess
  let token: string

  const start = () =>
    startProcess({ DATABASE_URL: place, JWT_SECRET: 'a secret that only this test knows, twice', LOG_LEVEL: 'warn' })
  const post = (path: string, json: string, headers: Record<string, string> = {}) =>
    fetch(service.base + path, {
      method: 'POST',
      body: json,
      headers: { 'content-type': 'application/json', ...headers },
    })
  const create = () => post('/v1/urls', body, { authorization: `Bearer ${token}`, 'idempotency-key': 'a key' })
  const count = async (sql: string) => (await client.query(sql)).rows[0].count as number

  beforeAll(async () => {
    await createDatabase(url, name)
    service = await start()
    const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
    token = ((await (await post('/v1/auth/register', JSON.stringify(account))).json()) as { token: string }).token
    client = new pg.Client({ connectionString: place })
    await client.connect()
  })
  afterAll(async () => {
    service.child.kill('SIGKILL')
    await service.ended
    await client.end()
    await onServer(url, `drop database ${name} with (force)`)
  })

  it('leaves neither link nor answer, and the repeated request creates one link', async () => {
    // The operation has inserted its link and waits in its transaction when the process dies.
    await client.query(`create function linger() returns trigger language plpgsql as $$
      begin perform pg_sleep(2); return new; end $$`)
    await client.query('create trigger linger after insert on link for each row execute function linger()')
    const cut = create().catch(() => 'cut')
    const asleep =
      "select count(*)::int from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()"
    await vi.waitFor(async () => expect(await count(asleep)).toBe(1), { timeout: 10_000, interval: 20 })
    service.child.kill('SIGKILL')
    await service.ended
    expect(await cut).toBe('cut')
    await vi.waitFor(async () => expect(await count(asleep)).toBe(0), { timeout: 10_000 })
    await client.query('drop trigger linger on link')
    expect(await count('select count(*)::int from link')).toBe(0)
    expect(await count('select count(*)::int from idempotency where answer is null')).toBe(1)

    service = await start()
    const early = await create()
    expect([early.status, early.headers.get('retry-after')]).toEqual([409, '1'])
    // Instead of waiting a minute for the lease to expire.
    await client.query("update idempotency set expires_at = now() - interval '1 second'")
    const first = await create()
    const again = await create()
    expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true'])
    expect(await again.text()).toBe(await first.text())
    expect(await count('select count(*)::int from link')).toBe(1)
  })
})
