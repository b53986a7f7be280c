import { once } from 'node:events'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { tables } from '../../src/modules.ts'
import { DatabaseChannels } from '../../src/platform/database/channels.ts'
import { isDatabaseUnavailable } from '../../src/platform/database/database.errors.ts'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import type { EmbeddedDatabase } from '../../src/platform/database/embedded/embedded-database.ts'
import { createPoolClient, getPool } from '../../src/platform/database/native-client.ts'
import { listen, sharedApp } from '../support/app.ts'
import { settling } from '../support/settling.ts'

const source = inject('database')

/** Takes that long, wherever it runs. */
const statementOf = (seconds: number) =>
  `do $$ declare until timestamptz = clock_timestamp() + interval '${seconds} s';
   begin while clock_timestamp() < until loop end loop; end $$`

const selectOne = { name: 'one', text: 'select 1 as one' }

/** Counts the turns of the event loop that timers got while the function runs. */
async function countTimers(run: () => Promise<unknown>): Promise<number> {
  let timers = 0
  const interval = setInterval(() => timers++, 1)
  await run().finally(() => clearInterval(interval))
  return timers
}

// Independent of the database of the test run, so one of the two runs is enough.
describe.runIf(source.kind === 'embedded')('the embedded database', () => {
  let database: Database
  let embedded: EmbeddedDatabase
  let pool: pg.Pool
  const open = async (folder?: string) => {
    const place = folder === undefined ? ({ kind: 'memory' } as const) : ({ kind: 'folder', folder } as const)
    const seed = source.kind === 'embedded' &&
      folder === undefined && { embeddedSeed: new Blob([await readFile(source.empty)]) }
    database = await openDatabase({ place, tables, keptConnectionMs: 1_000, ...seed })
    embedded = database.embedded as EmbeddedDatabase
    pool = await getPool(database.orm)
  }

  describe('in memory', () => {
    beforeAll(() => open())
    afterAll(() => database.close())
    beforeEach(async () => {
      await pool.query('create table note (id int primary key, words text)')
      return () => pool.query('drop table note')
    })

    it('lets timers fire while a statement runs', async () => {
      expect(await countTimers(() => pool.query(statementOf(0.5)))).toBeGreaterThan(10)
    })

    it('returns 100,000 rows in parts, between which timers fire', async () => {
      const client = await pool.connect()
      const query = client.query(new pg.Query('select n, md5(n::text) as hash from generate_series(1, 100000) as n'))
      const seen: number[] = []
      query.on('row', ({ n }) => void seen.push(n))
      // Before the first row, because all of them may come in the turns in which this test waits for a core.
      const end = once(query, 'end')
      await once(query, 'row')
      expect(await countTimers(() => end)).toBeGreaterThan(20)
      expect(seen).toEqual(Array.from({ length: 100_000 }, (_, n) => n + 1))
      client.release()
    })

    it('takes a parameter of 20 MB', async () => {
      const { rows } = await pool.query('select length($1::text) as length', ['x'.repeat(20_000_000)])
      expect(rows).toEqual([{ length: 20_000_000 }])
    })

    it('rejects a statement with the code, the constraint and the detail of PostgreSQL, and runs the next one', async () => {
      const insert = () => pool.query('insert into note values ($1, $2) returning id', [1, 'one'])
      await insert()
      await expect(insert()).rejects.toMatchObject({
        code: '23505',
        constraint: 'note_pkey',
        detail: 'Key (id)=(1) already exists.',
        message: 'duplicate key value violates unique constraint "note_pkey"',
      })
      expect((await pool.query('select words from note')).rows).toEqual([{ words: 'one' }])
    })

    it('runs several statements of one text, which fail together', async () => {
      await expect(pool.query("insert into note values (1, 'one'); select 1 / 0")).rejects.toMatchObject({
        code: '22012',
      })
      await pool.query("insert into note values (2, 'two'); update note set words = 'second'")
      expect((await pool.query('select * from note')).rows).toEqual([{ id: 2, words: 'second' }])
    })

    it('plans a named statement once, for typed rows', async () => {
      const client = createPoolClient(pool)
      const add = {
        name: 'add',
        text: 'insert into note values ($1, $2) returning id, words, words is null as "isBlank"',
      }
      expect(await client.query(add, [1, 'one'])).toEqual([{ id: 1, words: 'one', isBlank: false }])
      expect(await client.query(add, [2, null])).toEqual([{ id: 2, words: null, isBlank: true }])
      const { rows } = await pool.query('select name from pg_prepared_statements')
      expect(rows).toEqual([{ name: 'add' }])
      await expect(client.query(add, [1, 'again'])).rejects.toMatchObject({ code: '23505' })
      expect(await client.query(add, [3, 'three'])).toMatchObject([{ id: 3 }])
    })

    it('runs a statement outside of an open transaction after it', async () => {
      const client = await pool.connect()
      await client.query('begin')
      await client.query("insert into note values (1, 'undone')")
      const counted = pool.query('select count(*)::int as count from note')
      await client.query('rollback')
      client.release()
      expect((await counted).rows).toEqual([{ count: 0 }])
    })

    it('gives a new connection nothing of the one before: no transaction, setting or named statement', async () => {
      const client = await pool.connect()
      await client.query("set work_mem = '1MB'")
      await client.query({ name: 'kept', text: 'select 1' })
      await client.query('begin')
      await client.query("insert into note values (1, 'undone')")
      client.release(true)
      const { rows } = await pool.query(
        `select count(*)::int as notes, current_setting('work_mem') <> '1MB' as is_reset,
                (select count(*)::int from pg_prepared_statements where name = 'kept') as plans from note`,
      )
      expect(rows).toEqual([{ notes: 0, is_reset: true, plans: 0 }])
    })

    it('leaves out a statement whose signal is aborted, and keeps the connection', async () => {
      await pool.query("set work_mem = '1MB'")
      const client = createPoolClient(pool, { signal: AbortSignal.abort() })
      await expect(client.query(selectOne, [])).rejects.toThrow('before it was sent')
      expect((await pool.query('show work_mem')).rows).toEqual([{ work_mem: '1MB' }])
    })

    it('calls the callback of a statement whose signal is aborted', async () => {
      const statement = { ...selectOne, signal: AbortSignal.abort() }
      await expect(pool.query(statement)).rejects.toThrow('before it was sent')
    })

    it('cancels no statement of an EntityManager that was forked within the transaction of a caller who left', async () => {
      const caller = new AbortController()
      const em = database.orm.em.fork({ signal: caller.signal })
      const background = await em.transactional(async () => ({ em: database.orm.em.fork() }))
      caller.abort()
      await expect(em.execute('select 1')).rejects.toThrow('aborted')
      expect(await background.em.execute('select 1 as one')).toEqual([{ one: 1 }])
    })

    it('takes the connection back that nobody returns, reports it, and runs what waits for it', async () => {
      const reports: string[] = []
      embedded.onConnectionKept(() => reports.push('kept'))
      const client = await pool.connect()
      await client.query('select 1')
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      expect(reports).toEqual(['kept'])
    })

    it('leaves the connection to a statement that takes long', async () => {
      const reports: string[] = []
      embedded.onConnectionKept(() => reports.push('kept'))
      await pool.query(statementOf(1.2))
      expect(reports).toEqual([])
    })
  })

  it('in memory is lost when its thread ends: running and later statements fail as on a lost server, and close succeeds', async () => {
    await open()
    const crashes: boolean[] = []
    embedded.onCrash(({ isLost }) => crashes.push(isLost))
    const running = pool.query(statementOf(60)).catch((error: unknown) => error)
    await embedded.terminate()
    expect(isDatabaseUnavailable(await running)).toBe(true)
    const later = await pool.query('select 1').catch((error: unknown) => error)
    expect(isDatabaseUnavailable(later)).toBe(true)
    expect(crashes).toEqual([true])
    await database.close()
  })

  describe('in a folder', () => {
    let folder: string
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'tack-embedded-'))
      await open(folder)
      return async () => {
        await database.close()
        await rm(folder, { recursive: true })
      }
    })
    beforeEach(async () => {
      await pool.query('create table note (id int primary key, words text)')
      return () => pool.query('drop table note')
    })

    it('keeps what was committed when its thread ends, and starts again for the next statement', async () => {
      const crashes: boolean[] = []
      embedded.onCrash(({ isLost }) => crashes.push(isLost))
      await pool.query("insert into note values (1, 'committed')")
      const client = await pool.connect()
      await client.query('begin')
      await client.query("insert into note values (2, 'not committed')")
      const running = client.query(statementOf(60)).catch((error: unknown) => error)
      const waiting = pool.query('select id from note')
      await embedded.terminate()
      expect(isDatabaseUnavailable(await running)).toBe(true)
      expect((await waiting).rows).toEqual([{ id: 1 }])
      expect(crashes).toEqual([false])
    })

    it('fails statements as on a lost server while it cannot write its log, and goes on when it can again', async () => {
      const crashes: string[] = []
      embedded.onCrash(({ error }) => crashes.push(error.message))
      await pool.query("insert into note values (1, 'committed')")
      const log = join(folder, 'database', 'pg_wal')
      await rename(log, `${log}-away`)
      // The next file of the log cannot be created.
      const changes = ['select pg_switch_wal()', "insert into note values (2, 'not committed')", 'checkpoint']
      const errors = await Promise.all(changes.map((sql) => pool.query(sql).catch((error: unknown) => error)))
      expect(errors.some(isDatabaseUnavailable)).toBe(true)
      expect(crashes[0]).toMatch(/^PostgreSQL has ended: could not /)
      const later = await pool.query('select 1').catch((error: unknown) => error)
      expect(isDatabaseUnavailable(later)).toBe(true)
      await rename(`${log}-away`, log)
      expect((await pool.query('select id from note where id = 1')).rows).toEqual([{ id: 1 }])
    })

    it('notifies listeners again after its thread ended, and reports the gap', async () => {
      const [payloads, gaps]: [string[], string[]] = [[], []]
      const listener = {
        onNotification: (payload: string) => void payloads.push(payload),
        onGap: () => void gaps.push('gap'),
      }
      const { orm } = database
      const channels = await DatabaseChannels.open({ place: { kind: 'folder', folder }, orm, log: console })
      await channels.listen('news', listener)
      await pool.query(`notify news, 'before'`)
      await embedded.terminate()
      await pool.query(`notify news, 'after'`)
      await vi.waitFor(() => expect(payloads).toEqual(['before', 'after']), settling)
      expect(gaps).toEqual(['gap'])
      await channels.close()
      await pool.query(`notify news, 'nobody'`)
      expect(payloads).toHaveLength(2)
    })

    it('restarts its thread when a statement runs longer than the limit, and fails that statement', async () => {
      embedded.limitStatements(500)
      const error = await pool.query(statementOf(60)).catch((cause: unknown) => cause)
      expect(isDatabaseUnavailable(error)).toBe(true)
      expect((await pool.query('select count(*)::int as count from note')).rows).toEqual([{ count: 0 }])
    })
  })
})

describe.runIf(source.kind === 'embedded')('the embedded database of a service', () => {
  it('serves background work when a caller leaves whose statements wait for the connection', async () => {
    const test = await sharedApp()
    const { token } = await test.seed.account()
    const port = await listen(test)
    const pool = await getPool(test.app.database.orm)
    let held = await pool.connect()
    const caller = new AbortController()
    const lists = Array.from(
      { length: 25 },
      (_, n) => `list${n}: urls(search: "${n}", sort: CLICKS_DESC) { totalCount }`,
    )
    const call = fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: `{ ${lists.join(' ')} }` }),
      signal: caller.signal,
    }).catch(() => 'left')
    await expect
      .poll(async () => {
        const next = pool.connect()
        held.release()
        held = await next
        return pool.waitingCount
      })
      .toBeGreaterThan(20)
    const background = pool.query('select 1 as one')
    caller.abort()
    expect(await call).toBe('left')
    await expect.poll(() => JSON.stringify(test.logs)).toContain('The caller no longer waits.')
    held.release()
    expect((await background).rows).toEqual([{ one: 1 }])
    await test.close()
  })
})
