import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { Spool } from '../../../src/modules/clicks/spool/spool.ts'
import { encodeLine } from '../../../src/modules/clicks/spool/spool-file.ts'
import { SpoolReplay } from '../../../src/modules/clicks/spool/spool-replay.ts'
import type { ClickRow } from '../../../src/modules/clicks/tracking/click-batch.queries.ts'
import { insertClicks } from '../../../src/modules/clicks/tracking/click-insert.queries.ts'
import { DatabaseCircuitBreaker } from '../../../src/platform/database/circuit-breaker.ts'
import { createNativeClient } from '../../../src/platform/database/native-client.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import type { SeededAccount, SeededLink } from '../../support/seed.ts'
import { counted, recorded } from '../../support/visitor.ts'
import { clickOf } from './rows.ts'

let test: TestApp
let ada: SeededAccount
let circuitBreaker: DatabaseCircuitBreaker
let folder: string
beforeAll(async () => {
  test = await startApp()
  ada = await test.seed.account()
  const client = await createNativeClient(test.app.database.orm)
  circuitBreaker = new DatabaseCircuitBreaker(client, test.database === 'server', test.app.server.log)
})
afterAll(() => test.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tack-replay-'))
})
afterEach(() => rm(folder, { recursive: true }))

const file = (text: string, name = '1-1-a.ndjson') => writeFile(join(folder, name), text)

/** Starts a replay and waits until the folder is empty. */
async function replayed(): Promise<SpoolReplay> {
  const log = test.app.server.log
  const replay = new SpoolReplay({ spool: new Spool({ folder, log }), circuitBreaker, log })
  replay.start()
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]), 10_000)
  await replay.stop()
  return replay
}

it('inserts the clicks of earlier processes, also of an interrupted replay, and deletes the files', async () => {
  const link = await test.seed.link(ada)
  const clicks = Array.from({ length: 1_203 }, () => clickOf(link.id))
  await file(clicks.slice(0, 1_000).map(encodeLine).join(''))
  await file(clicks.slice(1_000).map(encodeLine).join(''), '2-1-b.1-1.taken')
  const { replayed: count, corrupt, dropped } = await replayed()
  expect([count, corrupt, dropped]).toEqual([1_203, 0, 0])
  expect(await counted(test, link)).toEqual({ counter: 1_203, people: 1_203, robots: 0 })
})

it('inserts clicks of a version without cities and terms', async () => {
  const link = await test.seed.link(ada)
  const {
    city: _city,
    utm_term: _term,
    utm_content: _content,
    rule_id: _rule,
    variant: _variant,
    ...click
  } = clickOf(link.id, { country: 'DE' })
  await file(encodeLine(click as ClickRow) + encodeLine(clickOf(link.id, { city: 'Köln', utm_term: 'dom' })))
  const { replayed: count, corrupt, dropped } = await replayed()
  expect([count, corrupt, dropped]).toEqual([2, 0, 0])
  const rows = (await recorded(test, link)).map(({ city, utm_term, utm_content }) => [city, utm_term, utm_content])
  expect(rows.toSorted()).toEqual([
    [null, null, null],
    ['Köln', 'dom', null],
  ])
})

it('counts a click once that is in the database, is in the spool twice, or is replayed by two processes', async () => {
  const link = await test.seed.link(ada)
  const clicks = Array.from({ length: 50 }, () => clickOf(link.id))
  await insertClicks(circuitBreaker, clicks.slice(0, 20))
  const text = clicks.map(encodeLine).join('')
  await file(text + text)
  await file(text, '2-1-b.ndjson')
  await Promise.all([replayed(), replayed()])
  expect(await counted(test, link)).toEqual({ counter: 50, people: 50, robots: 0 })
})

it('keeps the time of the visit, also in a month without a partition', async () => {
  const link = await test.seed.link(ada)
  await file([clickOf(link.id, { at: '2020-02-29T12:00:00.000Z' }), clickOf(link.id)].map(encodeLine).join(''))
  await replayed()
  const [first] = await recorded(test, link)
  expect(new Date(first?.created_at ?? '').toISOString()).toBe('2020-02-29T12:00:00.000Z')
  expect(await test.sql('select id from click_other where url_id = ?', [link.id])).toHaveLength(1)
  expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
})

it('skips an incomplete last line and a changed one, and counts them', async () => {
  const link = await test.seed.link(ada)
  const [one = '', two = '', three = '', four = ''] = Array.from({ length: 4 }, () => encodeLine(clickOf(link.id)))
  await file(one + two.replace('Firefox', 'Firefix') + three)
  await appendFile(join(folder, '1-1-a.ndjson'), four.slice(0, 100))
  const { replayed: count, corrupt } = await replayed()
  expect([count, corrupt]).toEqual([2, 2])
  expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
})

it('skips the clicks of a deleted link, and inserts the others', async () => {
  const [link, deletedLink] = [await test.seed.link(ada), await test.seed.link(ada)]
  await file([clickOf(deletedLink.id), clickOf(link.id), clickOf(deletedLink.id)].map(encodeLine).join(''))
  await test.rest.delete(`/v1/urls/${deletedLink.id}`, { token: ada.token })
  await replayed()
  expect(await recorded(test, deletedLink)).toEqual([])
  expect(await counted(test, link)).toEqual({ counter: 1, people: 1, robots: 0 })
})

it('drops a click that the database rejects, logs it, and inserts the others', async () => {
  const link = await test.seed.link(ada)
  await file([clickOf(link.id), clickOf(link.id, { at: 'no time' }), clickOf(link.id)].map(encodeLine).join(''))
  const { dropped } = await replayed()
  expect(dropped).toBe(1)
  expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
})

it('inserts clicks from before the link had a limit', async () => {
  const link = await test.seed.link(ada)
  await file(Array.from({ length: 4 }, () => encodeLine(clickOf(link.id))).join(''))
  await test.rest.patch(`/v1/urls/${link.id}`, { clickLimit: 1 }, { token: ada.token })
  await replayed()
  expect(await counted(test, link)).toEqual({ counter: 4, people: 4, robots: 0 })
})

it('merges one visit with each resolution before it, not after it', async () => {
  const [link, other] = [await test.seed.link(ada), await test.seed.link(ada)]
  const visitor = 'ab'.repeat(16)
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, seconds)).toISOString()
  const resolution = (id: string, seconds: number) => clickOf(id, { trigger: 'api', visitor, at: at(seconds) })
  const visit = (id: string, seconds: number) =>
    clickOf(id, { visitor, at: at(seconds), merges_since: at(seconds - 10) })
  const triggers = async (of: SeededLink) => (await recorded(test, of)).map(({ trigger }) => trigger)
  await insertClicks(circuitBreaker, [resolution(other.id, 35)])
  const clicks = [resolution(link.id, 20), visit(link.id, 25), visit(link.id, 29), visit(other.id, 30)]
  await file(clicks.map(encodeLine).join(''))
  // The file of another process: its visit follows a resolution that is in the database already.
  await file([...clicks.slice(0, 2), visit(other.id, 36), visit(other.id, 37)].map(encodeLine).join(''), '2-1-b.ndjson')
  await replayed()
  expect(await triggers(link)).toEqual(['api', 'link'])
  expect(await triggers(other)).toEqual(['link', 'api', 'link'])
  expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 })
})
