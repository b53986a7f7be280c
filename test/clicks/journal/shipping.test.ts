import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ClickShipper, type ClickShipperOptions } from '../../../src/modules/visits/clicks/journal/click-shipper.ts'
import { Journal } from '../../../src/modules/visits/clicks/journal/journal.ts'
import { encodeFrames } from '../../../src/modules/visits/clicks/journal/journal-frame.ts'
import { insertClicks } from '../../../src/modules/visits/clicks/store/postgres/writing/click-insert.queries.ts'
import { DatabaseCircuitBreaker, openVisitorClients } from '../../../src/platform/database/circuit-breaker.ts'
import { DatabaseUnavailable } from '../../../src/platform/database/database.errors.ts'
import { emptiedApp, type TestApp } from '../../support/app.ts'
import type { SeededAccount } from '../../support/seed.ts'
import { counted, recorded } from '../../support/visitor.ts'
import { clickOf } from './rows.ts'

let test: TestApp
let ada: SeededAccount
let circuitBreaker: DatabaseCircuitBreaker
let root: string
beforeAll(async () => {
  test = await emptiedApp()
  ada = await test.seed.account()
  const clients = await openVisitorClients(test.app.database.orm, test.settings.database)
  circuitBreaker = new DatabaseCircuitBreaker(clients, test.database === 'server', test.app.server.log)
})
afterAll(async () => {
  await circuitBreaker.close()
  await test.close()
})
beforeEach(async () => {
  root = join(await mkdtemp(join(tmpdir(), 'tack-shipping-')), 'dbs_1')
  await mkdir(root)
})
afterEach(() => rm(dirname(root), { recursive: true, force: true }))

/** A segment that a process has left. */
async function leave(content: Buffer | string, name = '1-gone/journal-1.clicks'): Promise<void> {
  await mkdir(join(root, name, '..'), { recursive: true })
  await writeFile(join(root, name), content)
}

/** The journal and the shipper of a process. */
async function startNode() {
  const { log } = test.app.server
  const place = {
    root,
    damagedFolder: join(root, '.damaged'),
    databaseFolder: null,
    isTemporary: false,
  }
  const journal = await Journal.open({ place, syncMs: 50, log })
  const locksFirst = test.database === 'server'
  const store: ClickShipperOptions['store'] = {
    sealsBatches: false,
    get isDown() {
      return circuitBreaker.isDown
    },
    onRecovered: (listener) => circuitBreaker.onRecovered(listener),
    append: (clicks, { skipsLocked }) => insertClicks(circuitBreaker.clicks, clicks, { skipsLocked, locksFirst }),
  }
  const shipper = new ClickShipper({ journal, store, log, batchSize: 500 })
  shipper.start()
  const close = async () => {
    await shipper.close()
    await journal.close()
  }
  return { journal, shipper, close }
}

/** Again when a folder was moved while it was read: then it is not known what there is. */
async function segments(): Promise<string[]> {
  const names = await readdir(root, { recursive: true }).catch(() => (existsSync(root) ? undefined : []))
  return names?.filter((name) => !name.startsWith('.damaged') && name.endsWith('.clicks')) ?? segments()
}

/** Ships what other processes have left. */
async function shipAll() {
  const node = await startNode()
  // Twice, because a folder that is moved meanwhile may be seen in neither place. Longer than the takeover interval.
  const noneLeft = async () => expect([await segments(), await segments()]).toEqual([[], []])
  await vi.waitFor(noneLeft, 20_000)
  await node.close()
  return node.shipper
}

/** Locks the link until the returned function is called. */
async function lockLink({ id }: { id: string }): Promise<() => Promise<void>> {
  const lockTransaction = test.app.database.orm.em.fork()
  await lockTransaction.begin()
  await lockTransaction.execute('select 1 from link where id = ? for update', [id])
  return () => lockTransaction.commit()
}

describe('journals of processes that are gone', () => {
  it('are written into the database and deleted', async () => {
    const link = await test.seed.link(ada)
    const clicks = Array.from({ length: 1_203 }, () => clickOf(link.id))
    await leave(encodeFrames(clicks.slice(0, 1_000)))
    await leave(encodeFrames(clicks.slice(1_000)), '2-gone/1-gone-before/quarantine-1.clicks')
    const { shipped, dropped, quarantined, unshipped } = await shipAll()
    expect([shipped, dropped, quarantined, unshipped]).toEqual([1_203, 0, 0, 0])
    expect(await counted(test, link)).toEqual({ counter: 1_203, people: 1_203, robots: 0 })
  })

  it('count a click once that is in the database, is in a journal twice, or is taken over by two processes', async () => {
    const link = await test.seed.link(ada)
    const clicks = Array.from({ length: 50 }, () => clickOf(link.id))
    await insertClicks(circuitBreaker.clicks, clicks.slice(0, 20))
    const frames = encodeFrames(clicks)
    await leave(Buffer.concat([frames, frames]))
    await leave(frames, '2-gone/journal-1.clicks')
    await Promise.all([shipAll(), shipAll()])
    expect(await counted(test, link)).toEqual({ counter: 50, people: 50, robots: 0 })
  })

  it('keep the time of the visit, also in a month without a partition', async () => {
    const link = await test.seed.link(ada)
    await leave(encodeFrames([clickOf(link.id, { at: '2020-02-29T12:00:00.000Z' }), clickOf(link.id)]))
    await shipAll()
    const [first] = await recorded(test, link)
    expect(new Date(first?.created_at ?? '').toISOString()).toBe('2020-02-29T12:00:00.000Z')
    expect(await test.sql('select id from click_other where url_id = ?', [link.id])).toHaveLength(1)
    expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
  })

  it('lose the clicks of a changed and of an incomplete line, which are counted, and the file is kept', async () => {
    const link = await test.seed.link(ada)
    const [one = '', two = '', three = '', four = ''] = [1, 3, 1, 4].map((count) =>
      encodeFrames(Array.from({ length: count }, () => clickOf(link.id))).toString(),
    )
    const content = one + two.replace('Firefox', 'Firefix') + three + four.slice(0, -100)
    await leave(content)
    const { shipped, dropped, unshipped } = await shipAll()
    expect([shipped, dropped, unshipped]).toEqual([2, 7, 0])
    expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
    const copy = join(root, '.damaged', '1-gone-journal-1.clicks')
    expect(await readFile(copy, 'utf8')).toBe(content)
    const [reported] = test.logs.filter((line) => line.copy === copy)
    expect(reported?.lines).toEqual([
      { offset: one.length, clicks: 3 },
      { offset: (one + two + three).length, clicks: 4 },
    ])
  })

  it('are counted while they wait for the database', async () => {
    const link = await test.seed.link(ada)
    await leave(encodeFrames(Array.from({ length: 350 }, () => clickOf(link.id))))
    const clients = vi.spyOn(circuitBreaker.clicks, test.database === 'server' ? 'queryInTransaction' : 'query')
    clients.mockRejectedValue(new DatabaseUnavailable())
    const { journal, shipper, close } = await startNode()
    await journal.append(clickOf(link.id))
    await vi.waitFor(() => expect(shipper.unshipped).toBe(351), 10_000)
    clients.mockRestore()
    await vi.waitFor(() => expect(shipper.unshipped).toBe(0), 20_000)
    await close()
  })

  it('lose the clicks of a deleted link alone', async () => {
    const [link, deletedLink] = [await test.seed.link(ada), await test.seed.link(ada)]
    await leave(encodeFrames([clickOf(deletedLink.id), clickOf(link.id), clickOf(deletedLink.id)]))
    await test.rest.delete(`/v1/urls/${deletedLink.id}`, { token: ada.token })
    await shipAll()
    expect(await recorded(test, deletedLink)).toEqual([])
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
  })

  it('keep the clicks of a link that the database has lost until it is back, and say how many', async () => {
    const [link, lost] = [await test.seed.link(ada), await test.seed.link(ada)]
    await test.sql('create table link_copy as select * from link where id = ?', [lost.id])
    await test.sql('delete from link where id = ?', [lost.id])
    // As after a restore of the time before the link was created, where nothing has deleted it.
    await test.sql('delete from click_link_tombstone where url_id = ?', [lost.id])
    await leave(encodeFrames([clickOf(lost.id), clickOf(link.id), clickOf(lost.id)]))
    const { journal, shipper, close } = await startNode()
    await vi.waitFor(
      () => expect([shipper.shipped, shipper.quarantinedByReason.unknown_link, shipper.unshipped]).toEqual([3, 2, 2]),
      20_000,
    )
    expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
    await test.sql('insert into link select * from link_copy')
    await test.sql('drop table link_copy')
    await journal.append(clickOf(link.id))
    await vi.waitFor(
      () => expect([shipper.quarantinedByReason.unknown_link, shipper.quarantined]).toEqual([0, 0]),
      20_000,
    )
    await close()
    expect(await counted(test, lost)).toEqual({ counter: 2, people: 2, robots: 0 })
  })

  it('count clicks from before the link had a limit', async () => {
    const link = await test.seed.link(ada)
    await leave(encodeFrames(Array.from({ length: 4 }, () => clickOf(link.id))))
    await test.rest.patch(`/v1/urls/${link.id}`, { clickLimit: 1 }, { token: ada.token })
    await shipAll()
    expect(await counted(test, link)).toEqual({ counter: 4, people: 4, robots: 0 })
  })
})

describe('the clicks of this process', () => {
  it('are in the database when a reader has waited for them', async () => {
    const link = await test.seed.link(ada)
    const { journal, shipper, close } = await startNode()
    for (let n = 0; n < 20; n++) await journal.append(clickOf(link.id))
    await shipper.waitFor(journal.appended)
    expect(await counted(test, link)).toEqual({ counter: 20, people: 20, robots: 0 })
    await close()
    expect(await segments()).toEqual([])
  })

  it('are in the database soon when nobody waits for them and others follow all the time', async () => {
    const link = await test.seed.link(ada)
    const { journal, shipper, close } = await startNode()
    await journal.append(clickOf(link.id))
    await shipper.waitFor(1)
    // The shipper is idle now.
    await new Promise((done) => setTimeout(done, 200))
    while (shipper.shipped === 1 && journal.appended < 400) {
      await journal.append(clickOf(link.id))
      await new Promise((done) => setTimeout(done, 5))
    }
    // Fewer than fill a batch.
    expect(journal.appended).toBeLessThan(400)
    await close()
    expect((await counted(test, link))?.people).toBe(journal.appended)
  })

  it('do not wait for one that is invalid, which stays in quarantine and outlives the process', async () => {
    const link = await test.seed.link(ada)
    const { journal, shipper, close } = await startNode()
    const clicks = Array.from({ length: 9 }, (_, n) => clickOf(link.id, n === 4 ? { at: 'no time' } : {}))
    await Promise.all(clicks.map((click) => journal.append(click)))
    await shipper.waitFor(9)
    expect(shipper.quarantined).toBe(1)
    expect(await counted(test, link)).toEqual({ counter: 8, people: 8, robots: 0 })
    await close()
    expect(await segments()).toHaveLength(1)
  })
})

describe('a locked link', () => {
  it('delays no other, and its clicks are counted once when it is free', async (context) => {
    if (test.database === 'embedded') return context.skip('The embedded database has one transaction at a time.')
    const [locked, other] = [await test.seed.link(ada), await test.seed.link(ada)]
    const { journal, shipper, close } = await startNode()
    const unlock = await lockLink(locked)
    for (const link of [locked, other, locked]) await journal.append(clickOf(link.id))
    await shipper.waitFor(3)
    expect(shipper.quarantined).toBe(2)
    expect(await counted(test, other)).toEqual({ counter: 1, people: 1, robots: 0 })
    await unlock()
    await vi.waitFor(() => expect(shipper.quarantined).toBe(0), 10_000)
    await journal.append(clickOf(locked.id))
    await shipper.waitFor(4)
    expect(await counted(test, locked)).toEqual({ counter: 3, people: 3, robots: 0 })
    expect(circuitBreaker.isDown).toBe(false)
    await close()
  })

  it('lets one batch wait for it, and none of those after it', async (context) => {
    if (test.database === 'embedded') return context.skip('The embedded database has one transaction at a time.')
    const [locked, other] = [await test.seed.link(ada), await test.seed.link(ada)]
    const { journal, shipper, close } = await startNode()
    const unlock = await lockLink(locked)
    const statements = vi.spyOn(circuitBreaker.clicks, 'queryInTransaction')
    for (let batch = 1; batch <= 5; batch++) {
      for (const link of [locked, other]) await journal.append(clickOf(link.id))
      await shipper.waitFor(2 * batch)
    }
    expect(statements.mock.settledResults.filter(({ type }) => type === 'rejected')).toHaveLength(1)
    statements.mockRestore()
    expect(await counted(test, other)).toEqual({ counter: 5, people: 5, robots: 0 })
    await unlock()
    await vi.waitFor(() => expect(shipper.quarantined).toBe(0), 10_000)
    expect(await counted(test, locked)).toEqual({ counter: 5, people: 5, robots: 0 })
    await close()
  })
})
