import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { encodeFrames } from '../../src/modules/visits/clicks/journal/journal-frame.ts'
import { adminCommands } from '../../src/modules.ts'
import { runAdminCommand } from '../../src/platform/admin-command.ts'
import { GatedDatabase, isOnServer } from '../http/gated-database.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { findJournalRoot } from '../support/crash.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { settling } from '../support/settling.ts'
import { triesAll } from '../support/size.ts'
import { counted, crowd, recorded } from '../support/visitor.ts'
import { clickOf } from './journal/rows.ts'

/** What this file says of both ways to write clicks is tried in both by `npm run test:all`. */
const onceIn = (mode: string) => it.runIf(mode === 'journal' || triesAll)

describe.runIf(isOnServer).each(['journal', 'committed'])('an outage of the database, %s', (mode) => {
  const database = new GatedDatabase()
  const { gate, name } = database
  let folder: string
  let test: TestApp
  let ada: SeededAccount
  beforeAll(async () => {
    await database.open()
    folder = await findJournalRoot({ kind: 'server', url: gate.url }, { DATABASE_URL: gate.url })
    test = await startApp({ DATABASE_URL: gate.url, CLICK_DURABILITY: mode })
    ada = await test.seed.account()
  })
  afterAll(async () => {
    await test.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const visit = async ({ shortUrl }: Pick<SeededLink, 'shortUrl'>, n = 0) =>
    test.rest.get(`/${shortUrl}`, crowd(1 + (n % 200)).at(-1))
  const isReady = () => vi.waitFor(async () => expect(await figure('tack_database_up')).toBe(1), settling)
  /** A connection of the pool that was opened during an outage may fail one request, and is closed by that. */
  const createLink = async (options: Record<string, unknown> = {}) => {
    await isReady()
    return vi.waitFor(() => test.seed.link(ada, options), settling)
  }
  const segments = async () =>
    (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => name.endsWith('.clicks'))
  const figure = async (name: string) => {
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await test.metrics())?.[1])
  }
  /** All clicks are in the database once, and the journal is empty. */
  const settled = async (link: SeededLink, people: number) => {
    await vi.waitFor(
      async () => expect(await counted(test, link)).toEqual({ counter: people, people, robots: 0 }),
      settling,
    )
    await vi.waitFor(async () => expect(await figure('tack_journal_bytes')).toBe(0), settling)
    expect(await counted(test, link)).toEqual({ counter: people, people, robots: 0 })
  }

  /** Visits the link with eight visitors at a time while the function runs. */
  const duringTraffic = async (link: SeededLink, act: () => Promise<void>) => {
    let isOver = false
    const statuses: number[] = []
    const loops = Array.from({ length: 8 }, async (_, n) => {
      while (!isOver) {
        statuses.push((await visit(link, n)).status)
        await new Promise((done) => setTimeout(done, 5))
      }
    })
    await act().finally(() => {
      isOver = true
    })
    await Promise.all(loops)
    return statuses
  }

  const refused = async (link: Pick<SeededLink, 'shortUrl'>) => {
    const { status, headers } = await visit(link)
    expect([status, Number(headers['retry-after'])]).toEqual([503, expect.any(Number)])
  }

  it.each([
    ['refuses', () => gate.shut(), () => gate.open()],
    ['is silent', async () => gate.hold(true), async () => gate.hold(false)],
  ] as const)(
    'redirects unlimited links while the server %s, answers 503 for limited and unknown ones, and counts each click once',
    async (_, cut, heal) => {
      const [link, limited] = [await createLink(), await createLink({ clickLimit: 50 })]
      expect((await visit(limited)).status).toBe(302)
      const statuses = await duringTraffic(link, async () => {
        await vi.waitFor(async () => expect((await counted(test, link))?.people).toBeGreaterThan(20), settling)
        await cut()
        await refused(limited)
        await vi.waitFor(async () => expect(await figure('tack_database_up')).toBe(0), settling)
        const before = performance.now()
        for (let n = 0; n < 20; n++) expect((await visit(link, n)).status).toBe(302)
        expect((performance.now() - before) / 20).toBeLessThan(200)
        await refused(limited)
        await refused({ shortUrl: 'nobody-took-this' })
        expect(await figure('tack_journal_bytes')).toBeGreaterThan(0)
        await vi.waitFor(async () => expect(await figure('tack_journal_oldest_seconds')).toBeGreaterThan(0), settling)
        expect((await test.rest.get('/readyz')).status).toBe(200)
        await heal()
        await vi.waitFor(async () => expect(await figure('tack_database_up')).toBe(1), settling)
        await vi.waitFor(async () => expect((await visit(limited)).status).toBe(302), settling)
      })
      expect(new Set(statuses)).toEqual(new Set([302]))
      await settled(link, statuses.length + 20)
      await settled(limited, 2)
      expect(await figure('tack_clicks_shipped_total')).toBe(await figure('tack_journal_clicks_total'))
      expect(await figure('tack_clicks_dropped_total')).toBe(0)
    },
    120_000,
  )

  it('keeps the clicks of a node that stops meanwhile, and another node takes them over', async () => {
    const link = await createLink()
    // The same database, whatever its address is.
    const address = gate.url.replace('127.0.0.1', 'localhost')
    const node = await test.sibling({ CLICK_DURABILITY: mode, DATABASE_URL: address })
    for (const each of [test, node]) expect((await each.rest.get(`/${link.shortUrl}`)).status).toBe(302)
    await settled(link, 2)
    await gate.shut()
    for (let n = 0; n < 5; n++) expect((await node.rest.get(`/${link.shortUrl}`)).status).toBe(302)
    await node.close()
    expect(await segments()).not.toEqual([])
    expect((await visit(link)).status).toBe(302)
    await gate.open()
    await isReady()
    await settled(link, 8)
  }, 120_000)

  onceIn(mode)(
    'keeps the clicks of a server that is read-only, puts none into quarantine, and answers changes with 503',
    async () => {
      const [link, limited] = [await createLink(), await createLink({ clickLimit: 50 })]
      const create = async () =>
        (await test.rest.post('/v1/urls', { longUrl: 'https://example.com/' }, { token: ada.token })).status
      expect((await visit(link)).status).toBe(302)
      await settled(link, 1)
      // As after a restart: sessions that were open before can still write.
      await database.administer(`alter database ${name} set default_transaction_read_only = on`)
      await database.administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
      for (let n = 0; n < 20; n++) expect((await visit(link, n)).status).toBe(302)
      await vi.waitFor(async () => expect(await figure('tack_database_up')).toBe(0), settling)
      const batches = await figure('tack_click_batches_total')
      await refused(limited)
      expect(await create()).toBe(503)
      // Links are still read.
      expect((await test.rest.get('/v1/urls', { token: ada.token })).status).toBe(200)
      const unread = await test.rest.get(`/${link.shortUrl}+`)
      expect(unread.status).toBe(200)
      expect([await figure('tack_clicks_quarantined'), await figure('tack_click_batches_total')]).toEqual([0, batches])
      // The sessions that were opened meanwhile stay read-only, until they are closed.
      await database.administer(`alter database ${name} reset default_transaction_read_only`)
      await isReady()
      for (let inARow = 0; inARow < 20; ) inARow = (await create()) === 201 ? inARow + 1 : 0
      await settled(link, 21)
    },
    120_000,
  )

  onceIn(mode)(
    'leaves the journal of another database alone, says so, and writes it when the operator hands it over',
    async () => {
      const link = await createLink()
      const other = `dbs_${name}`
      const ofOther = join(folder, '..', other)
      await mkdir(join(ofOther, '1-gone'), { recursive: true })
      await writeFile(join(ofOther, '1-gone', 'journal-1.clicks'), encodeFrames([clickOf(link.id), clickOf(link.id)]))
      const waiting = () => figure('tack_journal_other_databases_bytes')
      // The folder may have journals of other tests too.
      await expect
        .poll(() => test.logs.filter(({ journal }) => journal === other), settling)
        .toMatchObject([{ msg: expect.stringContaining(`admin take-over-journal ${other}`) }])
      const found = await waiting()
      expect(found).toBeGreaterThan(0)
      expect(await counted(test, link)).toEqual({ counter: 0, people: 0, robots: 0 })
      const context = { em: test.app.database.orm.em.fork(), settings: test.settings }
      const run = () => runAdminCommand(adminCommands, context, ['take-over-journal', other])
      expect([(await run()).isDone, (await run()).isDone]).toEqual([true, false])
      await settled(link, 2)
      await expect.poll(waiting, settling).toBeLessThan(found)
    },
    120_000,
  )

  onceIn(mode)(
    'redirects after midnight, while the salt of the new day cannot be read',
    async () => {
      const link = await createLink()
      const now = test.clock.now()
      test.clock.set(new Date(`${now.toISOString().slice(0, 10)}T23:59:59.000Z`))
      expect((await visit(link)).status).toBe(302)
      await settled(link, 1)
      await gate.shut()
      test.clock.advance({ seconds: 2 })
      expect((await visit(link)).status).toBe(302)
      await gate.open()
      await isReady()
      await settled(link, 2)
      expect((await recorded(test, link)).map(({ visitor_hash }) => visitor_hash !== null)).toEqual([true, false])
      test.clock.set(now)
    },
    120_000,
  )

  it('answers 503 when the disk fails too, and counts none of these visits', async () => {
    const link = await createLink()
    expect((await visit(link)).status).toBe(302)
    await settled(link, 1)
    await gate.shut()
    const [name = ''] = (await readdir(folder)).filter((each) => !each.startsWith('.'))
    await rename(join(folder, name), join(folder, '.away'))
    await rename(folder, `${folder}-away`)
    await writeFile(folder, 'a file where a folder belongs')
    await vi.waitFor(async () => expect((await visit(link)).status).toBe(503), settling)
    await refused(link)
    expect(await figure('tack_journal_writable')).toBe(0)
    const ready = await test.rest.get('/readyz')
    expect([ready.status, ready.json]).toEqual([503, { status: 'no journal' }])
    expect(await figure('tack_clicks_dropped_total')).toBe(0)
    expect(test.logs.filter(({ msg }) => msg === 'the journal cannot be written')).not.toEqual([])
    await rm(folder)
    await gate.open()
    // Without a visit: a load balancer sends nobody to a node that is not ready.
    await expect.poll(async () => (await test.rest.get('/readyz')).status, settling).toBe(200)
    expect((await visit(link)).status).toBe(302)
    await settled(link, 2)
    await rm(`${folder}-away`, { recursive: true })
  }, 120_000)
})

describe.runIf(!isOnServer)('an outage of the database', () => {
  it.skip('cannot happen to the embedded database, which is part of the process', () => undefined)
})
