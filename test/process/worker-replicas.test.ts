import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readMetrics, type ServiceProcess, sendTo, startProcess } from '../support/process.ts'
import { OwnServer, serverPrograms } from '../support/standby.ts'

const isRun = inject('database').kind === 'server' && serverPrograms !== undefined
if (serverPrograms === undefined)
  console.warn('Workers beside read replicas are not tested: /usr/lib/postgresql has no server programs.')

const patience = { timeout: 60_000, interval: 100 }
const metricsToken = 'a-token-of-32-characters-or-more-for-metrics'

describe.runIf(isRun)('two workers and two replicas', () => {
  let primary: OwnServer
  let one: OwnServer
  let two: OwnServer
  let service: ServiceProcess
  let token: string
  beforeAll(async () => {
    primary = await OwnServer.create()
    one = await primary.replicate()
    two = await primary.replicate()
    service = await startProcess({
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URLS: `${one.url},${two.url}`,
      JWT_SECRET: 'a secret that only the tests of this project know',
      METRICS_TOKEN: metricsToken,
      RATE_LIMITS: 'off',
      WORKERS: '2',
    })
    const account = { name: 'Ada', email: 'ada@example.com', password: 'a password of the tests' }
    token = (await sendTo<{ token: string }>(service, 'POST', '/v1/auth/register', '', account)).token
  }, 90_000)
  afterAll(async () => {
    service?.child.kill('SIGKILL')
    await service?.ended
    for (const server of [one, two, primary]) await server?.remove()
  })

  /** Samples of one metric of both workers whose labels contain a text. */
  const samples = async (name: string, label: string): Promise<number[]> => {
    const lines = await readMetrics(service, metricsToken)
    const found = lines.filter((line) => line.startsWith(`${name}{`) && line.includes(label))
    return found.map((line) => Number(line.split(' ').at(-1)))
  }
  const isUsed = ({ address }: OwnServer, expected: 0 | 1) =>
    expect.poll(() => samples('tack_replica_used', address), patience).toEqual([expected, expected])
  const countReads = async () =>
    (await samples('tack_replica_reads_total', 'result="replica"')).reduce((sum, count) => sum + count, 0)
  /** Each call has a connection of its own, so either worker may get it. */
  const list = async () => {
    const answer = await fetch(`${service.base}/v1/urls?limit=100`, {
      headers: { authorization: `Bearer ${token}`, connection: 'close' },
    })
    return { status: answer.status, links: (await answer.json()) as { id: string }[] }
  }
  const shorten = async () =>
    (await sendTo<{ id: string }>(service, 'POST', '/v1/urls', token, { longUrl: 'https://example.com/' })).id
  /** Connections on which lists are read: beside them, each worker has one that asks for the position. */
  const countReaders = async (replica: OwnServer) =>
    (await replica.query(`select from pg_stat_activity where application_name = 'tack'`)).length

  it('spread reads over both, and no worker misses what another one has written', async () => {
    for (const replica of [one, two]) await isUsed(replica, 1)
    const before = await countReads()
    for (let n = 0; n < 40; n++) {
      const id = await shorten()
      const lists = await Promise.all([list(), list(), list()])
      for (const { links } of lists) expect(links.map((link) => link.id)).toContain(id)
      // The replicas have it by now.
      if (n % 4 === 0) await sleep(50)
    }
    await expect
      .poll(async () => {
        await list()
        return [(await countReaders(one)) > 0, (await countReaders(two)) > 0]
      }, patience)
      .toEqual([true, true])
    expect(await countReads()).toBeGreaterThan(before)
  })

  it('read from the other one when one is killed, and fail nothing', async () => {
    for (const replica of [one, two]) await isUsed(replica, 1)
    const lists = Array.from({ length: 60 }, async (_, n) => {
      await sleep(n * 10)
      return (await list()).status
    })
    await one.kill()
    expect(new Set(await Promise.all(lists))).toEqual(new Set([200]))
    await isUsed(one, 0)
    expect(await samples('tack_replica_used', two.address)).toEqual([1, 1])
    const before = await countReads()
    await list()
    expect(await countReads()).toBe(before + 1)
    await one.start()
    await isUsed(one, 1)
  })

  it('leave out a replica that is late on purpose while others write, and not the one beside it', async () => {
    await two.query("alter system set recovery_min_apply_delay = '8s'")
    await two.query('select pg_reload_conf()')
    let isOver = false
    const writing = (async () => {
      while (!isOver) {
        await shorten()
        await sleep(200)
      }
    })()
    await isUsed(two, 0)
    for (let n = 0; n < 20; n++) {
      const id = await shorten()
      expect((await list()).links.map((link) => link.id)).toContain(id)
      expect(await samples('tack_replica_used', two.address)).toEqual([0, 0])
      await sleep(100)
    }
    expect(await samples('tack_replica_used', one.address)).toEqual([1, 1])
    isOver = true
    await writing
    await two.query('alter system reset recovery_min_apply_delay')
    await two.query('select pg_reload_conf()')
    await isUsed(two, 1)
  })
})
