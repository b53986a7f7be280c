import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isDatabaseUnavailable } from '../../src/platform/database/database.errors.ts'
import { getPool } from '../../src/platform/database/native-client.ts'
import { statementTimeoutSql } from '../../src/platform/database/silence-detector.ts'
import { CancellableClient } from '../../src/platform/database/statement-cancellation.ts'
import { expectError } from '../http/envelope.ts'
import { GatedDatabase, isOnServer } from '../http/gated-database.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { findJournalRoot } from '../support/crash.ts'
import type { SeededAccount } from '../support/seed.ts'
import { settling } from '../support/settling.ts'
import { counted } from '../support/visitor.ts'

/** The connections of requests to the server. */
const poolSize = 8

/** The time limit of statements in requests is 5 s, and the shortest deadline of an operation 10 s. */
const answeredWithinMs = 9_000

describe.runIf(isOnServer)('while the server is silent on open connections', () => {
  const database = new GatedDatabase()
  const { gate } = database
  let folder: string
  let test: TestApp
  let ada: SeededAccount
  beforeAll(async () => {
    await database.open()
    folder = await findJournalRoot({ kind: 'server', url: gate.url }, { DATABASE_URL: gate.url })
    test = await startApp({ DATABASE_URL: gate.url, DATABASE_POOL_SIZE: String(poolSize) })
    ada = await test.seed.account()
  })
  afterAll(async () => {
    await test.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const em = (signal?: AbortSignal) => test.app.database.orm.em.fork(signal && { signal })

  /** Opens every connection of the pool, and runs while none of them gets an answer. Then it is as it was before. */
  async function duringSilence(run: () => Promise<void>): Promise<void> {
    const open = () => Promise.all(Array.from({ length: poolSize }, () => test.sql('select pg_sleep(0.05)')))
    await open()
    gate.hold(true)
    await run().finally(() => gate.hold(false))
    await vi.waitFor(async () => expect(await test.metrics()).toContain('\ntack_database_up 1\n'), settling)
    await vi.waitFor(open, settling)
  }

  async function timed<T>(work: Promise<T>): Promise<T> {
    const startedAt = performance.now()
    const result = await work
    expect(performance.now() - startedAt).toBeLessThan(answeredWithinMs)
    return result
  }

  it('requests return 503 UNAVAILABLE soon, also when it is their credential that cannot be read, and metrics say it; a cached link redirects meanwhile, and each of its clicks is counted once', async () => {
    const [{ key }, { key: unread }] = [await test.seed.key(ada), await test.seed.key(ada)]
    expect((await test.rest.get('/v1/urls', { token: key })).status).toBe(200)
    const link = await test.seed.link(ada)
    const visit = async () => (await test.rest.get(`/${link.shortUrl}`)).status
    expect(await visit()).toBe(302)
    let visits = 1
    await duringSilence(async () => {
      const body = { longUrl: 'https://example.com/' }
      const requests = timed(
        Promise.all([
          test.graph('{ urls { totalCount } }', { token: unread }),
          test.rest.get('/v1/urls', { token: key }),
          test.rest.get('/v1/urls', { token: unread }),
          test.rest.post('/v1/urls', body, { token: unread }),
          test.rest.post('/v1/auth/login', { email: ada.email, password: 'correct horse battery' }),
        ]),
      )
      expect(await Promise.race([requests, Promise.resolve('none yet')])).toBe('none yet')
      for (; visits < 20; visits++) expect(await visit()).toBe(302)
      const [graph, ...answers] = await requests
      expect(graph.errors?.[0]?.extensions).toMatchObject({ code: 'UNAVAILABLE', http: { status: 503 } })
      for (const answer of answers) expectError(test, answer, 503, 'UNAVAILABLE')
      await expect.poll(() => test.metrics()).toContain('\ntack_database_up 0\n')
      expect(await visit()).toBe(302)
      visits++
    })
    expect((await test.rest.get('/v1/urls', { token: unread })).status).toBe(200)
    await vi.waitFor(async () => expect((await counted(test, link))?.people).toBe(visits), settling)
    expect(await counted(test, link)).toEqual({ counter: visits, people: visits, robots: 0 })
  })

  it('a statement that cannot be cancelled fails with the reason of its signal, and its connection is closed', async () => {
    const controller = new AbortController()
    const statement = em(controller.signal)
      .execute('select pg_sleep(4) as never_answered')
      .catch((error: Error) => error)
    const running = `select from pg_stat_activity where query like '%never_answered' and datname = current_database()`
    await expect.poll(() => test.sql(running)).toHaveLength(1)
    const pool = await getPool(test.app.database.orm)
    await duringSilence(async () => {
      const abortedAt = performance.now()
      controller.abort(new Error('enough'))
      expect(String(await statement)).toContain('enough')
      expect(performance.now() - abortedAt).toBeLessThan(4_000)
      await expect.poll(() => pool.totalCount).toBeLessThan(poolSize)
    })
  })

  it('statements of background work fail too, in transactions as well, and their connections return to the pool', async () => {
    await duringSilence(async () => {
      const background = Array.from({ length: poolSize }, (_, n) =>
        n % 2 === 0
          ? em().execute('select 1')
          : em().transactional(async (inner) => {
              await inner.execute('select 1')
            }),
      )
      const results = await timed(Promise.allSettled(background))
      expect(results.map((each) => each.status === 'rejected' && isDatabaseUnavailable(each.reason))).toEqual(
        background.map(() => true),
      )
    })
  })

  it('a transaction may set a longer limit, which ends with it; a statement without a limit, as of a migration, runs on while the server answers others, and fails when it does not', async () => {
    const unlimited = new CancellableClient({ connectionString: gate.url, statement_timeout: 0 })
    unlimited.on('error', () => undefined)
    await unlimited.connect()
    const [{ rows }] = await Promise.all([
      unlimited.query(`select 'ended' as state, pg_sleep(11)`),
      em().transactional(async (inner) => {
        await inner.execute(`select ${statementTimeoutSql(20_000)}`)
        await inner.execute('select pg_sleep(6.5)')
      }),
    ])
    expect(rows).toMatchObject([{ state: 'ended' }])
    const pool = await getPool(test.app.database.orm)
    const client = await pool.connect()
    await client.query('begin')
    await client.query(`select ${statementTimeoutSql(20_000)}`)
    await client.query('commit')
    try {
      const statement = unlimited.query('select pg_sleep(60)').catch((error: Error) => error)
      gate.hold(true)
      await timed(expect(client.query('select 1')).rejects.toThrow('The database server is silent.'))
      client.release(true)
      expect(String(await statement)).toContain('The database server is silent.')
    } finally {
      gate.hold(false)
      await unlimited.end()
    }
  })
})

describe.runIf(!isOnServer)('while the server is silent on open connections', () => {
  it.skip('cannot happen to the embedded database, which is part of the process', () => undefined)
})
