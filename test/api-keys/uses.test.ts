import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount, SeededKey } from '../support/seed.ts'
import { keyRow } from './answers.ts'

/** Two nodes, and two connections, are only to be had on a server. */
const onServer = inject('database').kind === 'server'

let test: TestApp
let ada: SeededAccount
let key: SeededKey
beforeAll(async () => {
  test = await startApp()
  ada = await test.seed.account()
  // Counts what is written to the rows themselves, whoever sends the statement and whatever it says.
  await test.sql('create table key_write (id text not null)')
  await test.sql(`create function note_key_write() returns trigger language plpgsql as $$
    begin insert into key_write values (new.id); return new; end $$`)
  await test.sql('create trigger note_key_write after update on api_key for each row execute function note_key_write()')
})
beforeEach(async () => {
  key = await test.seed.key(ada)
})
afterAll(() => test.close())

const use = (node: Pick<TestApp, 'rest'> = test) => node.rest.get('/v1/urls', { token: key.key })
const now = () => test.clock.now().toISOString()

async function writes(): Promise<number> {
  const [row] = await test.sql<{ count: number }>('select count(*)::int as count from key_write where id = ?', [key.id])
  return row?.count ?? 0
}

async function lastUsedAt(): Promise<string | null> {
  const { json } = await test.rest.get('/v1/keys', { token: ada.token })
  return json.find(({ id }: { id: string }) => id === key.id).lastUsedAt
}

/** Waits until a use of another key, noted later, is written: then so is all that was noted before. */
async function settled(): Promise<void> {
  const later = await test.seed.key(ada)
  await test.rest.get('/v1/urls', { token: later.key })
  await expect.poll(async () => (await keyRow(test, later))?.last_used_at, { timeout: 10_000 }).not.toBeNull()
}

describe('the last use of a key', () => {
  it('is null before the first, and its instant soon after', async () => {
    expect(await lastUsedAt()).toBeNull()
    await use()
    await expect.poll(lastUsedAt, { timeout: 10_000 }).toBe(now())
  })

  it('is noted over GraphQL, on an open operation and where the key is not accepted as well', async () => {
    const ways = [
      (token: string) => test.graph('{ urls { id } }', { token }),
      (token: string) => test.rest.get('/v1/urls/redirect/nobody-has-this', { token }),
      (token: string) => test.rest.get('/v1/auth/me', { token }),
    ]
    for (const way of ways) {
      key = await test.seed.key(ada)
      await way(key.key)
      await expect.poll(lastUsedAt, { timeout: 10_000 }).toBe(now())
    }
  })

  it('is written once for 200 requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => use()))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    await settled()
    expect(await writes()).toBe(1)
    expect(await lastUsedAt()).toBe(now())
  })

  it.runIf(onServer)('is written once for 200 requests at once to two nodes', async () => {
    const other = await test.sibling()
    await Promise.all(Array.from({ length: 200 }, (_, n) => use(n % 2 === 0 ? test : other)))
    await other.close()
    await settled()
    expect(await writes()).toBe(1)
    expect(await lastUsedAt()).toBe(now())
  })

  it('is written again after 60 seconds and not before', async () => {
    const first = now()
    await use()
    await settled()
    test.clock.advance({ seconds: 60, ms: -1 })
    await use()
    await settled()
    expect([await writes(), await lastUsedAt()]).toEqual([1, first])
    test.clock.advance({ ms: 1 })
    await use()
    await settled()
    expect([await writes(), await lastUsedAt()]).toEqual([2, now()])
  })

  it('is not moved by a use that is refused', async () => {
    await test.rest.delete(`/v1/keys/${key.id}`, { token: ada.token })
    expect((await use()).status).toBe(401)
    await settled()
    expect(await lastUsedAt()).toBeNull()
  })

  it.runIf(onServer)('is not lost when the service stops', async () => {
    const other = await test.sibling()
    await use(other)
    await other.close()
    expect(await lastUsedAt()).toBe(now())
  })

  it.runIf(onServer)('keeps no request waiting, whoever holds the row', async () => {
    await test.app.database.orm.em.fork().transactional(async (em) => {
      await em.execute('select id from api_key where id = ? for update', [key.id])
      await use()
      const waiting = `select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%last_used_at%'`
      await expect.poll(() => test.sql(waiting), { timeout: 10_000 }).toHaveLength(1)
      // Now the write stands before the lock, and the requests go on.
      for (let n = 0; n < 5; n++) expect((await use()).status).toBe(200)
    })
    await expect.poll(lastUsedAt, { timeout: 10_000 }).toBe(now())
  })

  it('fails no request when it cannot be written, is logged, and tried again', async () => {
    await test.sql(`create function refuse_key_write() returns trigger language plpgsql as $$
      begin raise exception 'the disk is full'; end $$`)
    await test.sql(
      'create trigger refuse_key_write before update on api_key for each row execute function refuse_key_write()',
    )
    const warnings = () => test.logs.filter(({ msg }) => msg === 'the last use of API keys was not written')
    expect((await use()).status).toBe(200)
    await expect.poll(() => warnings().length, { timeout: 10_000 }).toBe(1)
    expect((await use()).status).toBe(200)
    await test.sql('drop trigger refuse_key_write on api_key')
    await expect.poll(lastUsedAt, { timeout: 10_000 }).toBe(now())
    const { key_hash } = (await keyRow(test, key)) ?? {}
    for (const secret of [key.key.slice(3, 33), key_hash]) expect(JSON.stringify(warnings())).not.toContain(secret)
  })
})
