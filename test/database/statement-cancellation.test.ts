import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statementTimeoutSql } from '../../src/platform/database/silence-detector.ts'
import { toServiceError } from '../../src/platform/graphql/error-formatting.ts'
import { OperationTimedOut } from '../../src/platform/graphql/operation-deadline.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { ended, liveClient } from '../support/live.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
let address: string
beforeAll(async () => {
  test = await startApp()
  ada = await test.seed.account()
  address = await test.app.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test.close())

const running = (text: string) =>
  test.sql(
    `select pid from pg_stat_activity
      where datname = current_database() and state = 'active' and query like ? and pid <> pg_backend_pid()`,
    [`%${text}%`],
  )

describe('a statement whose signal is aborted', () => {
  it('ends on the server, and fails with the reason', async () => {
    const controller = new AbortController()
    const em = test.app.database.orm.em.fork({ signal: controller.signal })
    const sleeping = em.execute('select pg_sleep(4) as stopped_alone').catch((error: Error) => error)
    await expect.poll(() => running('stopped_alone')).toHaveLength(1)
    controller.abort(new Error('enough'))
    expect(String(await sleeping)).toContain('enough')
    expect(await running('stopped_alone')).toEqual([])
    await expect(em.execute('select 1')).rejects.toThrow('enough')
  })

  it('ends its transaction, which is rolled back, and returns the connection', async () => {
    const controller = new AbortController()
    const em = test.app.database.orm.em.fork({ signal: controller.signal })
    const act = em
      .transactional(async (inner) => {
        await inner.execute('update account set name = ? where id = ?', ['changed', ada.id])
        await inner.execute('select pg_sleep(4) as stopped_inside')
      })
      .catch((error: Error) => error)
    await expect.poll(() => running('stopped_inside')).toHaveLength(1)
    controller.abort(new Error('enough'))
    expect(await act).toBeInstanceOf(Error)
    expect(await test.sql('select 1 from account where id = ? and name = ?', [ada.id, 'changed'])).toEqual([])
    expect(await running('stopped_inside')).toEqual([])
  })

  it('never takes the next statement of its connection with it', async () => {
    const rounds = Array.from({ length: 150 }, async (_, n) => {
      const controller = new AbortController()
      const em = test.app.database.orm.em.fork({ signal: controller.signal })
      const first = em.execute(`select pg_sleep(0.005)`).catch(() => undefined)
      await pause(n % 10)
      controller.abort(new Error('enough'))
      await first
      return test.sql('select pg_sleep(0.002)')
    })
    expect(await Promise.all(rounds)).toHaveLength(150)
  }, 60_000)
})

it('a statement that the server has stopped for its time is answered with OPERATION_TIMED_OUT', async () => {
  const stopped = test.app.database.orm.em.fork().transactional(async (em) => {
    await em.execute(`select ${statementTimeoutSql(20)}`)
    await em.execute('select pg_sleep(4)')
  })
  expect(toServiceError(await stopped.catch((error: unknown) => error))).toBeInstanceOf(OperationTimedOut)
})

describe('when the caller disconnects', () => {
  /**
   * The statements of the caller that wait for a lock. The server shows their first 1,024 characters, in which the long ones
   * of analytics do not name the caller yet, and no values of prepared ones, such as a claim of a code.
   */
  const waiting = () =>
    test.sql(
      `select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
          and (query like ? or query like '%"firstClick"%' or query like 'select json_build_array(link.id, %'
            or query like '%insert into code %')`,
      [`%${ada.workspaceId}%`],
    )

  /** Sooner than the server gives up waiting for a lock, after two seconds. */
  const expectCancelled = () => expect.poll(waiting, { timeout: 1_500 }).toEqual([])

  /** Calls while links, or another table, are locked, and disconnects when the statement waits. */
  async function callAndHangUp(path: string, init: RequestInit, whileLocked: () => Promise<void>, table = 'link') {
    const locking = test.app.database.orm.em.fork()
    await locking.begin()
    try {
      await locking.execute(`lock table ${table} in access exclusive mode`)
      const hangUp = new AbortController()
      const headers = { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' }
      const call = fetch(`${address}${path}`, { ...init, headers, signal: hangUp.signal }).catch(() => 'hung up')
      await expect.poll(waiting).not.toEqual([])
      hangUp.abort()
      expect(await call).toBe('hung up')
      await whileLocked()
    } finally {
      await locking.rollback()
    }
  }

  it.each([
    ['GET /v1/urls', '/v1/urls', {}],
    ['a query at /graphql', '/graphql', { method: 'POST', body: JSON.stringify({ query: '{ urls { totalCount } }' }) }],
  ])('the statement of %s is cancelled', async (_what, path, init) => {
    await callAndHangUp(path, init, expectCancelled)
  })

  it('the statement of a query that a question runs is cancelled', async () => {
    const init = { method: 'POST', body: JSON.stringify({ question: 'How many clicks today?' }) }
    await callAndHangUp('/v1/analytics-ai/query', init, expectCancelled, 'click_rollup')
  })

  it('the statement of a query over a WebSocket is cancelled by `complete`, and the connection goes on', async () => {
    const client = await liveClient(test.app.server, { token: ada.token })
    const locking = test.app.database.orm.em.fork()
    await locking.begin()
    try {
      await locking.execute('lock table link in access exclusive mode')
      const query = client.subscribe('{ urls { totalCount } }')
      await expect.poll(waiting).not.toEqual([])
      query.end()
      await expectCancelled()
      const next = await ended(client.subscribe('{ me { email } }'))
      expect(next.events).toEqual([{ data: { me: { email: ada.email } } }])
    } finally {
      await locking.rollback()
      await client.close()
    }
  })

  it.each([
    ['POST /v1/urls', '/v1/urls', (url: string) => ({ longUrl: url })],
    [
      'a mutation at /graphql',
      '/graphql',
      (url: string) => ({
        query: 'mutation ($url: URL!) { createUrl(input: { destination: $url }) { id } }',
        variables: { url },
      }),
    ],
  ])('the change of %s goes on', async (_what, path, bodyOf) => {
    const url = `https://example.com/${test.seed.word()}`
    await callAndHangUp(path, { method: 'POST', body: JSON.stringify(bodyOf(url)) }, async () => undefined)
    await expect.poll(() => test.sql('select 1 from link where original_url = ?', [url])).toHaveLength(1)
  })
})
