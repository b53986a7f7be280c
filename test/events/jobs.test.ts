import { randomUUID } from 'node:crypto'
import { setTimeout as passed } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { DatabasePlace } from '../../src/config.ts'
import { DatabaseChannels } from '../../src/platform/database/channels.ts'
import type { EntityManager } from '../../src/platform/database/database.ts'
import { JobQueue } from '../../src/platform/jobs/job-queue.ts'
import { emptiedApp, type TestApp } from '../support/app.ts'

let test: TestApp
let jobs: JobQueue
const channels: DatabaseChannels[] = []
const silent = { warn: () => undefined }
beforeAll(async () => {
  test = await emptiedApp()
  jobs = await open()
})
afterAll(async () => {
  await jobs.close()
  for (const each of channels) await each.close()
  await test.close()
})

/** The background of one more node on the same database. */
async function open(): Promise<JobQueue> {
  const { orm } = test.app.database
  const url = (orm.config.get('clientUrl') as string | undefined) ?? ''
  const place: DatabasePlace = inject('database').kind === 'server' ? { kind: 'server', url } : { kind: 'memory' }
  const ofNode = await DatabaseChannels.open({ place, orm, log: silent })
  channels.push(ofNode)
  return new JobQueue({ orm, place, channels: ofNode, log: silent })
}

const commit = (act: (em: EntityManager) => Promise<void>) => test.app.database.orm.em.fork().transactional(act)
const job = (n: number, group = 'one') => ({ id: randomUUID(), data: { n }, group })

describe('without a handler', () => {
  it('jobs are counted and cannot be sent', async () => {
    const node = await open()
    const queued = async () => (await node.metrics()).find(({ name }) => name === 'tack_jobs_queued')?.value
    await expect.poll(queued).toBe(0)
    await expect(commit((em) => node.send(em, 'nobody', [job(1)]))).rejects.toThrow('Register a handler')
    await node.close()
  })
})

describe('a job', () => {
  it('runs once when its cause is committed, on one of two nodes', async () => {
    const done: number[] = []
    const work = { queue: 'committed', concurrency: 3, handle: async ({ n }: { n: number }) => void done.push(n) }
    const other = await open()
    await jobs.registerHandler(work)
    await other.registerHandler(work)
    const inputs = Array.from({ length: 40 }, (_, n) => job(n))
    await commit((em) => jobs.send(em, 'committed', inputs))
    await vi.waitFor(() => expect(done).toHaveLength(40), 20_000)
    expect(new Set(done).size).toBe(40)
    await other.close()
  })

  it('does not exist when its cause is rolled back', async () => {
    const done: number[] = []
    await jobs.registerHandler({
      queue: 'undone',
      concurrency: 1,
      handle: async ({ n }: { n: number }) => void done.push(n),
    })
    const undone = commit(async (em) => {
      await jobs.send(em, 'undone', [job(1)])
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await commit((em) => jobs.send(em, 'undone', [job(2)]))
    await vi.waitFor(() => expect(done).toEqual([2]), 20_000)
  })

  it('is ignored if its id exists', async () => {
    const done: number[] = []
    await jobs.registerHandler({
      queue: 'once',
      concurrency: 1,
      handle: async ({ n }: { n: number }) => void done.push(n),
    })
    const twice = job(1)
    await commit((em) => jobs.send(em, 'once', [twice]))
    await commit((em) => jobs.send(em, 'once', [twice, job(2)]))
    await vi.waitFor(() => expect(done).toContain(2), 20_000)
    expect(done.filter((n) => n === 1)).toEqual([1])
  })

  it('is rejected outside of a transaction', async () => {
    await expect(jobs.send(test.app.database.orm.em.fork(), 'once', [job(1)])).rejects.toThrow('in the transaction')
  })

  it('does not wait for jobs of another group', async () => {
    const done: string[] = []
    const slow = Promise.withResolvers<void>()
    let atOnce = 0
    await jobs.registerHandler({
      queue: 'grouped',
      concurrency: 4,
      groupConcurrency: 2,
      handle: async ({ group }: { group?: string }) => {
        if (group === 'slow') {
          expect(++atOnce).toBeLessThanOrEqual(2)
          await slow.promise
          atOnce--
        }
        done.push(group ?? '')
      },
    })
    const inputs = [...Array(10).fill('slow'), ...Array(10).fill('quick')].map((group) => ({
      ...{ id: randomUUID(), data: { group } },
      group,
    }))
    await commit((em) => jobs.send(em, 'grouped', inputs))
    await vi.waitFor(() => expect(done).toHaveLength(10), 20_000)
    expect(new Set(done)).toEqual(new Set(['quick']))
    slow.resolve()
    await vi.waitFor(() => expect(done).toHaveLength(20), 20_000)
  })

  it('becomes a dead letter after its last attempt, is counted, and can be retried', async () => {
    let isBroken = true
    const done: number[] = []
    const work = {
      ...{ queue: 'broken', concurrency: 1 },
      handle: async ({ n }: { n: number }) => {
        if (isBroken) throw new Error('broken')
        done.push(n)
      },
    }
    await jobs.registerHandler(work)
    await commit(async (em) => {
      await jobs.send(em, 'broken', [job(7)])
      await em.execute(`update jobs.job set retry_limit = 0 where name = 'broken'`)
    })
    const dead = async () => (await jobs.metrics()).find(({ name }) => name === 'tack_jobs_failed')?.value
    await vi.waitFor(async () => expect(await dead()).toBe(1), 20_000)
    isBroken = false
    expect(await jobs.redrive('broken')).toBe(1)
    await vi.waitFor(() => expect(done).toEqual([7]), 20_000)
    await expect.poll(dead).toBe(0)
  })
})

describe('a job with a heartbeat', () => {
  const beating = { queue: 'beating', concurrency: 1, heartbeatSeconds: 10, expireInSeconds: 3_600 }

  it('is alive while its worker is, and is run again soon when that has died', async () => {
    const node = await open()
    const begun: number[] = []
    const done = Promise.withResolvers<void>()
    const handle = async ({ n }: { n: number }) => {
      begun.push(n)
      if (n === 1) await done.promise
    }
    await node.registerHandler({ ...beating, handle })
    const beats = () =>
      test.sql<{ late: boolean }>(
        `select heartbeat_on > started_on + interval '2 seconds' as late from jobs.job where name = 'beating'`,
      )
    await commit((em) => node.send(em, 'beating', [job(1)]))
    await expect.poll(beats, { timeout: 20_000 }).toEqual([{ late: true }])
    done.resolve()
    // As a process leaves it that was killed.
    await test.sql(
      `insert into jobs.job (name, data, state, started_on, expire_seconds, heartbeat_seconds, heartbeat_on)
       values ('beating', '{"n":2}', 'active', now() - interval '11 seconds', 3600, 10, now() - interval '11 seconds')`,
    )
    await expect.poll(() => begun, { timeout: 30_000 }).toEqual([1, 2])
    await node.close()
  })
})

describe('close', () => {
  it('waits for running jobs and starts no other', async () => {
    const node = await open()
    const begun: number[] = []
    const ended: number[] = []
    await node.registerHandler({
      ...{ queue: 'ending', concurrency: 1 },
      handle: async ({ n }: { n: number }) => {
        begun.push(n)
        await passed(300)
        ended.push(n)
      },
    })
    await commit((em) => node.send(em, 'ending', [job(1), job(2)]))
    await vi.waitFor(() => expect(begun).toHaveLength(1), 20_000)
    await node.close()
    expect(ended).toEqual(begun)
    expect(begun).toHaveLength(1)
  })

  it('stops waiting at its timeout', async () => {
    const node = await open()
    const begun = Promise.withResolvers<void>()
    await node.registerHandler({
      ...{ queue: 'stuck', concurrency: 1 },
      handle: () => {
        begun.resolve()
        return new Promise(() => undefined)
      },
    })
    await commit((em) => node.send(em, 'stuck', [job(1)]))
    await begun.promise
    await node.close(100)
  })
})
