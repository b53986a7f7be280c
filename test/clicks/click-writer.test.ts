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

/** Locks the link until the returned function is called. */
async function lockLink({ id }: { id: string }): Promise<() => Promise<void>> {
  const lockTransaction = test.app.database.orm.em.fork()
  await lockTransaction.begin()
  await lockTransaction.execute('select 1 from link where id = ? for update', [id])
  return () => lockTransaction.commit()
}

describe('a full memory', () => {
  it('moves clicks to the spool, refuses those of limited links with 503, and counts each once', async () => {
    const [link, limited] = [await test.seed.link(ada), await test.seed.link(ada, { clickLimit: 100 })]
    const writer = open({ maxPendingClicks: 100 })
    const unlock = await lockLink(link)
    const first = writer.write(clickOf(link.id))
    await vi.waitFor(() => expect([writer.shipper.batches, writer.pendingClicks]).toEqual([1, 0]), 10_000)
    const writes = Array.from({ length: 300 }, () => writer.write(clickOf(link.id)))
    const refused = writer.write(clickOf(limited.id, { limited: true })).catch(({ status }) => status)
    await vi.waitFor(() => expect(writer.pendingClicks).toBeLessThanOrEqual(100), 10_000)
    expect(await refused).toBe(503)
    expect(writer.lagMs).toBeGreaterThanOrEqual(0)
    await unlock()
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

describe('clicks that arrive while a batch is running', () => {
  const startBatch = async (maxConcurrentBatches: number) => {
    const link = await test.seed.link(ada)
    const writer = open({ maxConcurrentBatches })
    const unlock = await lockLink(link)
    const first = [1, 2].map(() => writer.write(clickOf(link.id)))
    await vi.waitFor(() => expect(writer.shipper.batches).toBe(1), 10_000)
    return { link, writer, unlock, first }
  }

  it('are sent in a second batch when they are as many and two batches are allowed', async () => {
    const { link, writer, unlock, first } = await startBatch(2)
    const second = [1, 2].map(() => writer.write(clickOf(link.id)))
    await vi.waitFor(() => expect([writer.shipper.batches, writer.pendingClicks]).toEqual([2, 0]), 10_000)
    const third = [1, 2, 3].map(() => writer.write(clickOf(link.id)))
    await new Promise(setImmediate)
    expect([writer.shipper.batches, writer.pendingClicks]).toEqual([2, 3])
    await unlock()
    await Promise.all([...first, ...second, ...third])
    expect(writer.shipper.batches).toBeLessThanOrEqual(4)
    expect(await counted(test, link)).toEqual({ counter: 7, people: 7, robots: 0 })
  })

  it.each([
    ['if they are fewer', 2, 1],
    ['if only one batch is allowed', 1, 2],
  ])('wait for it %s', async (_, maxConcurrentBatches, count) => {
    const { link, writer, unlock, first } = await startBatch(maxConcurrentBatches)
    const second = Array.from({ length: count }, () => writer.write(clickOf(link.id)))
    await new Promise(setImmediate)
    expect([writer.shipper.batches, writer.pendingClicks]).toEqual([1, count])
    await unlock()
    await Promise.all([...first, ...second])
    expect(writer.shipper.batches).toBe(2)
    expect(await counted(test, link)).toMatchObject({ counter: 2 + count, people: 2 + count })
  })
})

describe('a batch that is sent again after its answer was lost', () => {
  it('grants the same clicks, consumes nothing more, and refuses the others', async () => {
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
  it('answers before the insert, and has inserted everything after a flush', async () => {
    const link = await test.seed.link(ada)
    const writer = open({ durability: 'buffered', flushIntervalMs: 3_600_000 })
    for (let n = 0; n < 20; n++) expect(await writer.write(clickOf(link.id))).toBe(true)
    expect([writer.pendingClicks, writer.shipper.batches]).toEqual([20, 0])
    await writer.flush()
    expect(writer.pendingClicks).toBe(0)
    expect(await counted(test, link)).toEqual({ counter: 20, people: 20, robots: 0 })
  })

  it('sends 500 clicks without waiting for the interval', async () => {
    const link = await test.seed.link(ada)
    const writer = open({ durability: 'buffered', flushIntervalMs: 3_600_000 })
    for (let n = 0; n < 500; n++) await writer.write(clickOf(link.id))
    await vi.waitFor(async () => expect((await counted(test, link))?.people).toBe(500), 10_000)
  })
})

it('rejects the click that cannot be inserted, and no other', async () => {
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
