import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededKey } from '../support/seed.ts'
import { keyRow } from './answers.ts'

/** Two nodes and two connections need a server. */
const onServer = inject('database').kind === 'server'

let test: TestApp
let ada: SeededAccount
let key: SeededKey
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  // Counts the writes to the rows, whatever their statement.
  // In a schema of its own: other files compare the tables of the service with what they expect.
  await test.sql('create schema uses_test')
  await test.sql('create table uses_test.key_write (id text not null)')
  await test.sql(`create function note_key_write() returns trigger language plpgsql as $$
    begin insert into uses_test.key_write values (new.id); return new; end $$`)
  await test.sql('create trigger note_key_write after update on api_key for each row execute function note_key_write()')
})
beforeEach(async () => {
  key = await test.seed.key(ada)
})
afterAll(() => test.close())

const use = (node: Pick<TestApp, 'rest'> = test) => node.rest.get('/v1/urls', { token: key.key })
const now = () => test.clock.now().toISOString()

async function writes(): Promise<number> {
  const [row] = await test.sql<{ count: number }>(
    'select count(*)::int as count from uses_test.key_write where id = ?',
    [key.id],
  )
  return row?.count ?? 0
}

async function lastUsedAt(): Promise<string | null> {
  const { json } = await test.rest.get('/v1/keys', { token: ada.token })
  return json.find(({ id }: { id: string }) => id === key.id).lastUsedAt
}

/** Writes the uses so far, as the service does every second. */
const writeUses = () => test.app.recurringTasks.run('write uses of API keys')

describe('the last use of a key', () => {
  it('is null before the first use, and its time soon after', async () => {
    expect(await lastUsedAt()).toBeNull()
    await use()
    await expect.poll(lastUsedAt, { timeout: 10_000 }).toBe(now())
  })

  it('is recorded over GraphQL, for an open operation, and where the key is not accepted', async () => {
    const ways = [
      (token: string) => test.graph('{ urls { totalCount } }', { token }),
      (token: string) => test.rest.get('/v1/urls/redirect/nobody-has-this', { token }),
      (token: string) => test.rest.get('/v1/auth/me', { token }),
    ]
    for (const way of ways) {
      key = await test.seed.key(ada)
      await way(key.key)
      await writeUses()
      expect(await lastUsedAt()).toBe(now())
    }
  })

  it('is written once for 200 concurrent requests', { tags: 'race' }, async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => use()))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    await writeUses()
    expect(await writes()).toBe(1)
    expect(await lastUsedAt()).toBe(now())
  })

  it.runIf(onServer)('is written once for 200 concurrent requests to two nodes', { tags: 'race' }, async () => {
    const other = await test.sibling()
    await Promise.all(Array.from({ length: 200 }, (_, n) => use(n % 2 === 0 ? test : other)))
    await other.close()
    await writeUses()
    expect(await writes()).toBe(1)
    expect(await lastUsedAt()).toBe(now())
  })

  it('is written again after 60 seconds, and not before', async () => {
    const first = now()
    await use()
    await writeUses()
    test.clock.advance({ seconds: 60, ms: -1 })
    await use()
    await writeUses()
    expect([await writes(), await lastUsedAt()]).toEqual([1, first])
    test.clock.advance({ ms: 1 })
    await use()
    await writeUses()
    expect([await writes(), await lastUsedAt()]).toEqual([2, now()])
  })

  it('names the country of the request that is written, and stores no address', async () => {
    const lastUse = async () => {
      await writeUses()
      const { json } = await test.rest.get('/v1/keys', { token: ada.token })
      const { lastUsedAt, lastUsedCountry } = json.find(({ id }: { id: string }) => id === key.id)
      return [lastUsedAt, lastUsedCountry]
    }
    expect(await lastUse()).toEqual([null, null])
    const first = now()
    await test.rest.get('/v1/urls', { token: key.key, from: '141.14.0.1' })
    expect(await lastUse()).toEqual([first, 'DE'])
    // Within the minute nothing is written, wherever it comes from.
    await test.rest.get('/v1/urls', { token: key.key, from: '8.8.8.8' })
    expect(await lastUse()).toEqual([first, 'DE'])
    test.clock.advance({ seconds: 60 })
    await test.rest.get('/v1/urls', { token: key.key, from: '8.8.8.8' })
    expect(await lastUse()).toEqual([now(), 'US'])
    test.clock.advance({ seconds: 60 })
    // Nobody knows where a private address is, and the former country is not its own.
    await use()
    expect(await lastUse()).toEqual([now(), null])
    expect(await writes()).toBe(3)
    expect(JSON.stringify(await test.sql('select * from api_key where id = ?', [key.id]))).not.toContain('141.14')
  })

  it('is not changed by a rejected use', async () => {
    await test.rest.delete(`/v1/keys/${key.id}`, { token: ada.token })
    expect((await use()).status).toBe(401)
    await writeUses()
    expect(await lastUsedAt()).toBeNull()
  })

  it.runIf(onServer)('is not lost when the service stops', { tags: 'race' }, async () => {
    const other = await test.sibling()
    await use(other)
    await other.close()
    expect(await lastUsedAt()).toBe(now())
  })

  it.runIf(onServer)('delays no request, even if the row is locked', { tags: 'race' }, async () => {
    await test.app.database.orm.em.fork().transactional(async (em) => {
      await em.execute('select id from api_key where id = ? for update', [key.id])
      await use()
      const waiting = `select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%last_used_at%'`
      await expect.poll(() => test.sql(waiting), { timeout: 10_000 }).toHaveLength(1)
      // The write waits for the lock, and the requests continue.
      for (let n = 0; n < 5; n++) expect((await use()).status).toBe(200)
    })
    await expect.poll(lastUsedAt, { timeout: 10_000 }).toBe(now())
  })

  it('fails no request if the write fails, which is logged and retried', async () => {
    await test.sql(`create function refuse_key_write() returns trigger language plpgsql as $$
      begin raise exception 'the disk is full'; end $$`)
    await test.sql(
      'create trigger refuse_key_write before update on api_key for each row execute function refuse_key_write()',
    )
    const warnings = () => test.logs.filter(({ msg }) => msg === 'could not write the last use of API keys')
    expect((await use()).status).toBe(200)
    await writeUses()
    expect(warnings()).toHaveLength(1)
    expect((await use()).status).toBe(200)
    await test.sql('drop trigger refuse_key_write on api_key')
    await writeUses()
    expect(await lastUsedAt()).toBe(now())
    const { key_hash } = (await keyRow(test, key)) ?? {}
    for (const secret of [key.key.slice(3, 33), key_hash]) expect(JSON.stringify(warnings())).not.toContain(secret)
  })
})
