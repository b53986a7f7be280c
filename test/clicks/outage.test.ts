import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { readSettings } from '../../src/config.ts'
import { spoolFolder } from '../../src/modules/clicks/spool/spool.ts'
import { Gate } from '../http/gate.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { databaseUrl, onServer } from '../support/database.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { counted, crowd, recorded } from '../support/visitor.ts'

const source = inject('database')
const { url, template } = source.kind === 'server' ? source : { url: 'postgres://none', template: 'none' }

describe.runIf(source.kind === 'server').each(['committed', 'buffered'])('an outage of the database, %s', (mode) => {
  const name = `tack_test_${randomBytes(8).toString('hex')}`
  const gate = new Gate(databaseUrl(url, name))
  let folder: string
  let test: TestApp
  let ada: SeededAccount
  beforeAll(async () => {
    await onServer(url, `create database ${name} template ${template}`)
    await gate.open()
    folder = spoolFolder(readSettings({ DATABASE_URL: gate.url }))
    test = await startApp({ DATABASE_URL: gate.url, CLICK_DURABILITY: mode })
    ada = await test.seed.account()
  })
  afterAll(async () => {
    await test.close()
    await gate.shut()
    await onServer(url, `drop database ${name} with (force)`)
    await rm(folder, { recursive: true, force: true })
  })

  const visit = async ({ shortUrl }: Pick<SeededLink, 'shortUrl'>, n = 0) =>
    test.rest.get(`/${shortUrl}`, crowd(1 + (n % 200)).at(-1))
  const isReady = () => vi.waitFor(async () => expect((await test.rest.get('/readyz')).status).toBe(200), 10_000)
  const figure = async (name: string) => {
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await test.metrics())?.[1])
  }
  /** All clicks are in the database once, and the spool is empty. */
  const settled = async (link: SeededLink, people: number) => {
    await vi.waitFor(
      async () => expect(await counted(test, link)).toEqual({ counter: people, people, robots: 0 }),
      15_000,
    )
    await vi.waitFor(async () => expect(await readdir(folder).catch(() => [])).toEqual([]), 15_000)
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
      await isReady()
      const [link, limited] = [await test.seed.link(ada), await test.seed.link(ada, { clickLimit: 50 })]
      const spooled = await figure('tack_clicks_spooled_total')
      const replayed = await figure('tack_clicks_replayed_total')
      expect((await visit(limited)).status).toBe(302)
      const statuses = await duringTraffic(link, async () => {
        await vi.waitFor(async () => expect((await counted(test, link))?.people).toBeGreaterThan(20), 5_000)
        await cut()
        await refused(limited)
        await vi.waitFor(async () => expect(await figure('tack_database_up')).toBe(0), 5_000)
        const before = performance.now()
        for (let n = 0; n < 20; n++) expect((await visit(link, n)).status).toBe(302)
        expect((performance.now() - before) / 20).toBeLessThan(200)
        await refused(limited)
        await refused({ shortUrl: 'nobody-took-this' })
        await vi.waitFor(async () => expect(await figure('tack_clicks_spooled_total')).toBeGreaterThan(spooled), 5_000)
        await heal()
        await vi.waitFor(async () => expect(await figure('tack_database_up')).toBe(1), 10_000)
        await vi.waitFor(async () => expect((await visit(limited)).status).toBe(302), 10_000)
      })
      expect(new Set(statuses)).toEqual(new Set([302]))
      await settled(link, statuses.length + 20)
      await settled(limited, 2)
      const spooledClicks = (await figure('tack_clicks_spooled_total')) - spooled
      expect((await figure('tack_clicks_replayed_total')) - replayed).toBe(spooledClicks)
      expect(await figure('tack_clicks_dropped_total')).toBe(0)
    },
    60_000,
  )

  it('keeps the clicks of a node that stops meanwhile, and another node replays them', async () => {
    await isReady()
    const link = await test.seed.link(ada)
    const node = await test.sibling({ CLICK_DURABILITY: mode })
    for (const each of [test, node]) expect((await each.rest.get(`/${link.shortUrl}`)).status).toBe(302)
    await settled(link, 2)
    await gate.shut()
    for (let n = 0; n < 5; n++) expect((await node.rest.get(`/${link.shortUrl}`)).status).toBe(302)
    await node.close()
    expect(await readdir(folder)).not.toEqual([])
    expect((await visit(link)).status).toBe(302)
    await gate.open()
    await isReady()
    await settled(link, 8)
  }, 60_000)

  it('redirects after midnight, while the salt of the new day cannot be read', async () => {
    await isReady()
    const now = test.clock.now()
    const link = await test.seed.link(ada)
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
  }, 60_000)

  it('answers 503 when the disk fails too, and counts none of these visits', async () => {
    await isReady()
    const link = await test.seed.link(ada)
    expect((await visit(link)).status).toBe(302)
    await settled(link, 1)
    await rm(folder, { recursive: true, force: true })
    await mkdir(dirname(folder), { recursive: true })
    await writeFile(folder, 'a file where a folder belongs')
    await gate.shut()
    // In buffered mode, the first clicks are answered before the failure is known, and are dropped.
    const firstRefused = await vi.waitUntil(
      async () => ((await visit(link)).status === 503 ? 'known' : undefined),
      10_000,
    )
    expect(firstRefused).toBe('known')
    await refused(link)
    const dropped = await figure('tack_clicks_dropped_total')
    expect(dropped > 0).toBe(mode === 'buffered')
    expect(test.logs.filter(({ msg }) => msg === 'the spool cannot be written').length).toBeGreaterThan(0)
    await rm(folder)
    await gate.open()
    await isReady()
    await vi.waitFor(async () => expect(await figure('tack_database_up')).toBe(1), 10_000)
    expect((await visit(link)).status).toBe(302)
    await settled(link, 2)
  }, 60_000)
})

describe.runIf(source.kind === 'embedded')('an outage of the database', () => {
  it.skip('cannot happen to the embedded database, which is part of the process', () => undefined)
})
