import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Spool } from '../../src/modules/clicks/spool/spool.ts'
import { SpoolReplay } from '../../src/modules/clicks/spool/spool-replay.ts'
import { ClickWriter, type ClickWriterOptions } from '../../src/modules/clicks/tracking/click-writer.ts'
import { DatabaseCircuitBreaker } from '../../src/platform/database/circuit-breaker.ts'
import { createNativeClient } from '../../src/platform/database/native-client.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { counted } from '../support/visitor.ts'
import { clickOf } from './spool/rows.ts'

let test: TestApp
let ada: SeededAccount
let circuitBreaker: DatabaseCircuitBreaker
let folder: string
let spool: Spool
beforeAll(async () => {
  test = await startApp()
  ada = await test.seed.account()
  circuitBreaker = new DatabaseCircuitBreaker(
    await createNativeClient(test.app.database.orm),
    test.database === 'server',
    test.app.server.log,
  )
})
afterAll(() => test.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tack-writer-'))
  spool = new Spool({ folder, log: test.app.server.log })
})
afterEach(async () => {
  await spool.close()
  await rm(folder, { recursive: true })
})

const open = (more: Partial<ClickWriterOptions> = {}) =>
  new ClickWriter({ circuitBreaker, spool, log: test.app.server.log, durability: 'committed', ...more })

/** Nobody can write a click of the link until the returned act. */
async function held({ id }: { id: string }): Promise<() => Promise<void>> {
  const holder = test.app.database.orm.em.fork()
  await holder.begin()
  await holder.execute('select 1 from link where id = ? for update', [id])
  return () => holder.commit()
}

describe('a full memory', () => {
  it('leaves clicks for the spool, refuses those a limit decides with 503, and each counts once', async () => {
    const [link, limited] = [await test.seed.link(ada), await test.seed.link(ada, { clickLimit: 100 })]
    const writer = open({ maxPendingClicks: 100 })
    const letGo = await held(link)
    const first = writer.write(clickOf(link.id))
    await vi.waitFor(() => expect([writer.shipper.batches, writer.pendingClicks]).toEqual([1, 0]), 10_000)
    const writes = Array.from({ length: 300 }, () => writer.write(clickOf(link.id)))
    const refused = writer.write(clickOf(limited.id, { limited: true })).catch(({ status }) => status)
    await vi.waitFor(() => expect(writer.pendingClicks).toBeLessThanOrEqual(100), 10_000)
    expect(await refused).toBe(503)
    expect(writer.lagMs).toBeGreaterThanOrEqual(0)
    await letGo()
    expect(new Set(await Promise.all([first, ...writes]))).toEqual(new Set([true]))
    expect(spool.clicks).toBeGreaterThan(0)
    const replay = new SpoolReplay({ spool, circuitBreaker, log: test.app.server.log })
    replay.start()
    await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]), 10_000)
    await replay.stop()
    expect(await counted(test, link)).toEqual({ counter: 301, people: 301, robots: 0 })
    expect(await counted(test, limited)).toEqual({ counter: 0, people: 0, robots: 0 })
  })
})

describe('clicks that come while a group is being written', () => {
  const under = async (mostUnderWay: number) => {
    const link = await test.seed.link(ada)
    const writer = open({ maxConcurrentBatches: mostUnderWay })
    const letGo = await held(link)
    const first = [1, 2].map(() => writer.write(clickOf(link.id)))
    await vi.waitFor(() => expect(writer.shipper.batches).toBe(1), 10_000)
    return { link, writer, letGo, first }
  }

  it('go in a group of their own when they are as many, where there is room for two', async () => {
    const { link, writer, letGo, first } = await under(2)
    const second = [1, 2].map(() => writer.write(clickOf(link.id)))
    await vi.waitFor(() => expect([writer.shipper.batches, writer.pendingClicks]).toEqual([2, 0]), 10_000)
    const third = [1, 2, 3].map(() => writer.write(clickOf(link.id)))
    await new Promise(setImmediate)
    expect([writer.shipper.batches, writer.pendingClicks]).toEqual([2, 3])
    await letGo()
    await Promise.all([...first, ...second, ...third])
    expect(writer.shipper.batches).toBeLessThanOrEqual(4)
    expect(await counted(test, link)).toEqual({ counter: 7, people: 7, robots: 0 })
  })

  it.each([
    ['when they are fewer', 2, 1],
    ['where there is room for one', 1, 2],
  ])('wait for it %s', async (_, mostUnderWay, count) => {
    const { link, writer, letGo, first } = await under(mostUnderWay)
    const second = Array.from({ length: count }, () => writer.write(clickOf(link.id)))
    await new Promise(setImmediate)
    expect([writer.shipper.batches, writer.pendingClicks]).toEqual([1, count])
    await letGo()
    await Promise.all([...first, ...second])
    expect(writer.shipper.batches).toBe(2)
    expect(await counted(test, link)).toMatchObject({ counter: 2 + count, people: 2 + count })
  })
})

describe('a batch that is sent again because its answer was lost', () => {
  it('grants once more what was granted, consumes nothing more, and still refuses the rest', async () => {
    const link = await test.seed.link(ada, { clickLimit: 3 })
    const clicks = Array.from({ length: 5 }, () => clickOf(link.id, { limited: true }))
    const sent = () => Promise.all(clicks.map((click) => open().write(click)))
    const together = async (writer = open()) => Promise.all(clicks.map((click) => writer.write(click)))
    const first = await together()
    expect(first).toEqual([true, true, true, false, false])
    expect(await together()).toEqual(first)
    expect(await sent()).toEqual(first)
    expect(await counted(test, link)).toEqual({ counter: 3, people: 3, robots: 0 })
  })
})

describe('buffered', () => {
  it('answers before it writes, and has written everything when it is flushed', async () => {
    const link = await test.seed.link(ada)
    const writer = open({ durability: 'buffered', flushIntervalMs: 3_600_000 })
    for (let n = 0; n < 20; n++) expect(await writer.write(clickOf(link.id))).toBe(true)
    expect([writer.pendingClicks, writer.shipper.batches]).toEqual([20, 0])
    await writer.flush()
    expect(writer.pendingClicks).toBe(0)
    expect(await counted(test, link)).toEqual({ counter: 20, people: 20, robots: 0 })
  })

  it('writes 500 at once without waiting for the interval', async () => {
    const link = await test.seed.link(ada)
    const writer = open({ durability: 'buffered', flushIntervalMs: 3_600_000 })
    for (let n = 0; n < 500; n++) await writer.write(clickOf(link.id))
    await vi.waitFor(async () => expect((await counted(test, link))?.people).toBe(500), 10_000)
  })
})

it('fails the one click that cannot be written, and no other', async () => {
  const [link, other] = [await test.seed.link(ada), await test.seed.link(ada)]
  const writer = open()
  const [good, bad, alien] = await Promise.allSettled([
    writer.write(clickOf(link.id)),
    writer.write(clickOf(link.id, { at: 'no time' })),
    writer.write(clickOf(other.id)),
  ])
  expect([good, bad.status, alien]).toMatchObject([{ value: true }, 'rejected', { value: true }])
  for (const each of [link, other]) expect((await counted(test, each))?.people).toBe(1)
})
