import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { replicaCheck } from '../../src/platform/doctor/replica-check.ts'
import { downloadOf, exported } from '../exports/seed.ts'
import { listen, startApp, type TestApp } from '../support/app.ts'
import type { RestClient } from '../support/rest.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { settling } from '../support/settling.ts'
import { OwnServer, serverPrograms } from '../support/standby.ts'
import { as } from '../support/visitor.ts'

const isRun = inject('database').kind === 'server' && serverPrograms !== undefined
if (serverPrograms === undefined)
  console.warn('Read replicas are not tested: /usr/lib/postgresql has no server programs.')

describe.runIf(isRun)('DATABASE_REPLICA_URLS', () => {
  let primary: OwnServer
  let replica: OwnServer
  let test: TestApp
  let other: Awaited<ReturnType<TestApp['sibling']>>
  let ada: SeededAccount
  let bob: SeededAccount
  let link: SeededLink
  beforeAll(async () => {
    primary = await OwnServer.create()
    // Otherwise a statement holds the log up for 30 s before it is ended.
    replica = await primary.replicate(['max_standby_streaming_delay=0'])
    test = await startApp({ DATABASE_URL: primary.url, DATABASE_REPLICA_URLS: replica.url })
    other = await test.sibling()
    ada = await test.seed.account()
    bob = await test.seed.account({ name: 'Bob' })
    link = await test.seed.link(ada, { title: 'first' })
    await test.seed.link(bob, { title: "Bob's" })
  })
  afterAll(async () => {
    await other?.close()
    await test?.close()
    await replica?.remove()
    await primary?.remove()
  })

  const titles = async (rest: RestClient = test.rest, { token } = ada) => {
    const { status, json } = await rest.get('/v1/urls', { token })
    expect(status).toBe(200)
    return (json as { title: string }[]).map(({ title }) => title)
  }
  /** Changes a title behind the back of the service, as another account would. */
  const setTitle = (title: string, server = primary) =>
    server.query(`update link set title = '${title}' where id = '${link.id}'`)
  const metric = async (name: string) =>
    Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(await test.metrics())?.[1])
  const readsOf = (result: string) => metric(`tack_replica_reads_total\\{result="${result}"\\}`)
  const isUsed = (expected: 0 | 1, timeout = 20_000) =>
    vi.waitFor(async () => expect(await metric('tack_replica_used')).toBe(expected), { timeout, interval: 50 })
  /** Both accounts read from the replica on both nodes: their last writes are there. */
  const settled = async () => {
    for (const { rest } of [test, other]) {
      for (const account of [ada, bob]) {
        await vi.waitFor(
          async () => {
            const before = await readsOf('replica')
            await titles(rest, account)
            expect(await readsOf('replica')).toBe(before + 1)
          },
          { timeout: 20_000, interval: 50 },
        )
      }
    }
  }
  const pauseReplay = () => replica.query('select pg_wal_replay_pause()')
  /** The replay that goes on may cancel the very statement that has resumed it (40001). */
  const resumeReplay = () =>
    replica.query('select pg_wal_replay_resume()').catch((error: { readonly code?: string }) => {
      if (error.code !== '40001') throw error
    })

  /** Lets the list of folders take its time on every server. */
  const slowDownFolders = (seconds: number) =>
    primary.query(`create or replace view folder as select * from folder_rows where pg_sleep(${seconds}) is not null`)
  const folders = () => test.rest.get('/v1/folders', ada)
  const runningOnReplica = () =>
    replica.query(
      `select from pg_stat_activity where query like '%folder%' and state = 'active' and pid <> pg_backend_pid()`,
    )
  const isRunningOnReplica = () =>
    vi.waitFor(async () => expect(await runningOnReplica()).toHaveLength(1), { timeout: 5_000, interval: 10 })
  const expectFolders = ({ status, json }: Awaited<ReturnType<typeof folders>>) =>
    expect([status, json.map(({ name }: { name: string }) => name)]).toEqual([200, ['Slow']])
  const findings = () =>
    replicaCheck.run({ settings: test.settings, query: (sql) => primary.query(sql), now: () => new Date() })
  const linesAbout = () => test.logs.filter((line) => line.replica === replica.address)

  // A failed test may have left it paused.
  afterEach(() => resumeReplay().catch(() => undefined))

  it('lists, reports and exports read from the replica, and one link from the primary', async () => {
    await settled()
    await pauseReplay()
    await setTitle('second')
    expect(await titles()).toEqual(['first'])
    expect(await titles(other.rest)).toEqual(['first'])
    const { data } = await test.graph('{ urls { nodes { title } } }', ada)
    expect(data).toEqual({ urls: { nodes: [{ title: 'first' }] } })
    const before = await readsOf('replica')
    expect((await test.rest.get('/v1/clicks/analytics', ada)).status).toBe(200)
    expect(await readsOf('replica')).toBe(before + 1)
    expect((await test.rest.get('/v1/urls/export?format=csv', ada)).text).toContain('first')
    expect((await test.rest.get(`/v1/urls/${link.id}`, ada)).json.title).toBe('second')
    const beside = await test.graph(`{ urls { nodes { title } } url(id: "${link.id}") { title } }`, ada)
    expect(beside.data).toEqual({ urls: { nodes: [{ title: 'second' }] }, url: { title: 'second' } })
    await resumeReplay()
    await expect.poll(() => titles(), settling).toEqual(['second'])
  })

  const longUrl = 'https://example.com/mine'
  it.each([
    ['over REST', (title: string) => test.rest.post('/v1/urls', { longUrl, title }, ada)],
    [
      'with an Idempotency-Key',
      (title: string) =>
        test.rest.post('/v1/urls', { longUrl, title }, { ...ada, headers: { 'idempotency-key': `key of ${title}` } }),
    ],
    [
      'over GraphQL',
      (title: string) =>
        test.graph('mutation ($input: CreateUrlInput!) { createUrl(input: $input) { id } }', {
          ...ada,
          variables: { input: { destination: longUrl, title } },
        }),
    ],
  ])('an account reads on every node what it has written %s, and others read from the replica', async (how, write) => {
    await settled()
    await pauseReplay()
    expect(await write(`mine ${how}`)).not.toHaveProperty('errors')
    expect(await titles(other.rest)).toContain(`mine ${how}`)
    expect(await titles(test.rest)).toContain(`mine ${how}`)
    for (const { rest } of [test, other]) {
      const before = await readsOf('replica')
      await titles(rest, bob)
      expect(await readsOf('replica')).toBe(before + 1)
    }
    await resumeReplay()
    await settled()
    expect(await titles(other.rest)).toContain(`mine ${how}`)
  })

  it('the owner of a link sees a click on it that this node has stored', async () => {
    await settled()
    const countClicks = async () => (await test.rest.get('/v1/clicks/analytics', ada)).json.totalClicks
    const before = await countClicks()
    await pauseReplay()
    expect((await test.rest.get(`/${link.shortUrl}`, as('chrome'))).status).toBe(302)
    expect(await countClicks()).toBe(before + 1)
    expect(await countClicks()).toBe(before + 1)
  })

  it('the job of an export reads from the replica when it has what the account has written', async () => {
    await test.rest.patch(`/v1/urls/${link.id}`, { title: 'in the file' }, ada)
    const before = await readsOf('replica')
    const file = await downloadOf(test, await exported(test, ada))
    expect(file.text).toContain('in the file')
    expect(await readsOf('replica')).toBe(before + 1)
  })

  it('leaves out a replica that is 5 seconds behind, and uses it again, with a line in the log for each', async () => {
    await settled()
    expect(await findings()).toMatchObject([{ status: 'ok', text: `${replica.address} follows the primary.` }])
    test.logs.length = 0
    await pauseReplay()
    await setTitle('late')
    await isUsed(0)
    expect(await titles()).toContain('late')
    expect(await metric('tack_replica_lag_seconds')).toBeGreaterThan(5)
    expect(await findings()).toMatchObject([{ status: 'error', text: expect.stringContaining('more than 5 s behind') }])
    const lines = (msg: string) => linesAbout().filter((line) => line.msg === msg)
    // Two nodes write into this log, and look at the replica at different moments.
    const isLeft = () => lines('a read replica is left out; its reads go to the primary').length
    await expect.poll(isLeft, settling).toBe(2)
    await resumeReplay()
    await isUsed(1)
    const isAgain = () => lines('the read replica is used again').length
    await expect.poll(isAgain, settling).toBe(2)
    expect(lines('the read replica is used again').map(({ seconds }) => seconds)).toEqual(
      Array(2).fill(expect.any(Number)),
    )
    const left = lines('a read replica is left out; its reads go to the primary')
    expect(left.map(({ reason }) => reason)).toEqual(Array(2).fill(expect.stringMatching(/^it is (\d+ s )?behind$/)))
  })

  describe('while a statement runs on the replica', () => {
    beforeAll(async () => {
      expect((await test.rest.post('/v1/folders', { name: 'Slow' }, ada)).status).toBe(201)
      await primary.query('alter table folder rename to folder_rows')
      await slowDownFolders(1)
    })
    afterAll(async () => {
      await primary.query('drop view folder')
      await primary.query('alter table folder_rows rename to folder')
    })

    it('repeats it on the primary when the log of the primary conflicts with it', async () => {
      await settled()
      const before = await readsOf('repeated')
      const answer = folders()
      await isRunningOnReplica()
      await primary.query('begin; lock table folder_rows in access exclusive mode; commit')
      expectFolders(await answer)
      expect(await readsOf('repeated')).toBe(before + 1)
    })

    it('repeats it on the primary when the replica is silent, and leaves the replica out', async () => {
      await settled()
      const answer = folders()
      await isRunningOnReplica()
      replica.signal('SIGSTOP')
      expectFolders(await answer)
      await isUsed(0)
      replica.signal('SIGCONT')
      await isUsed(1)
    })

    it('repeats it on the primary when the replica is killed, and fails no request', async () => {
      await settled()
      const answers = [folders(), folders()]
      const lists: Promise<unknown>[] = []
      await vi.waitFor(async () => expect(await runningOnReplica()).toHaveLength(2), { timeout: 5_000, interval: 10 })
      const killed = replica.kill()
      for (let n = 0; n < 100; n++) lists.push(titles(test.rest, n % 2 ? ada : bob))
      await killed
      for (const answer of await Promise.all(answers)) expectFolders(answer)
      await Promise.all(lists)
      await isUsed(0)
      await replica.start()
      await isUsed(1)
      await settled()
    })

    it('cancels it on the replica when the caller leaves', async () => {
      await slowDownFolders(4)
      await settled()
      const controller = new AbortController()
      const url = `http://127.0.0.1:${await listen(test)}/v1/folders`
      const headers = { authorization: `Bearer ${ada.token}` }
      const answer = fetch(url, { headers, signal: controller.signal })
      await isRunningOnReplica()
      controller.abort()
      await expect(answer).rejects.toThrow()
      await vi.waitFor(async () => expect(await runningOnReplica()).toHaveLength(0), { timeout: 2_000, interval: 20 })
    })
  })

  it('reads nothing from a replica that was promoted, from its promotion on, and uses its successor', async () => {
    await settled()
    expect(await titles()).not.toContain('diverged')
    await replica.query('select pg_promote()')
    await setTitle('diverged', replica)
    for (let n = 0; n < 20; n++) {
      expect(await titles()).not.toContain('diverged')
      expect(await titles(other.rest)).not.toContain('diverged')
    }
    await isUsed(0)
    expect(await findings()).toMatchObject([{ status: 'error', text: expect.stringContaining('it is no standby') }])
    await replica.kill()
    expect(await findings()).toMatchObject([{ status: 'error', text: expect.stringContaining('does not answer') }])
    await primary.replicateAgain(replica)
    await isUsed(1)
    await settled()
  })
})
