import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import type { SeededAccount } from '../../support/seed.ts'
import { as, counted, crowd } from '../../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await startApp({ CLICK_DURABILITY: 'journal' })
  ada = await test.seed.account()
})
afterAll(() => test.close())

const visit = ({ shortUrl }: { shortUrl: string }, visitor = as('chrome')) => test.rest.get(`/${shortUrl}`, visitor)

/** Locks a link until the returned function is called. */
async function lockLink({ id }: { id: string }): Promise<() => Promise<void>> {
  const lockTransaction = test.app.database.orm.em.fork()
  await lockTransaction.begin()
  await lockTransaction.execute('select 1 from link where id = ? for update', [id])
  return () => lockTransaction.commit()
}

describe('visits that are answered from the journal', () => {
  it('are counted when their owner reads next, over both interfaces', async () => {
    const link = await test.seed.link(ada)
    const { token } = ada
    for (let n = 1; n <= 5; n++) {
      expect((await visit(link)).status).toBe(302)
      expect((await test.rest.get(`/v1/urls/${link.id}`, { token })).json).toMatchObject({ currentClicks: 2 * n - 1 })
      expect((await visit(link)).status).toBe(302)
      const { data } = await test.graph(`{ url(id: "${link.id}") { currentClicks } }`, { token })
      expect(data).toEqual({ url: { currentClicks: 2 * n } })
    }
  })

  it('are counted each when many come at once', async () => {
    const link = await test.seed.link(ada)
    const answers = await Promise.all(crowd(100).map((visitor) => visit(link, visitor)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]))
    const { json } = await test.rest.get(`/v1/clicks/analytics/${link.id}`, { token: ada.token })
    expect(json).toMatchObject({ totalClicks: 100, uniqueVisitors: 100 })
    expect(await counted(test, link)).toEqual({ counter: 100, people: 100, robots: 0 })
  })

  it('may be those of bots', async () => {
    const link = await test.seed.link(ada)
    await visit(link, as('googlebot'))
    await vi.waitFor(async () => expect((await counted(test, link))?.robots).toBe(1), 10_000)
  })
})

describe('a locked link', () => {
  it('redirects its visitors if it has no limit, and counts their clicks later', async (context) => {
    if (test.database === 'embedded') return context.skip('The embedded database has one transaction at a time.')
    const [link, other] = [await test.seed.link(ada), await test.seed.link(ada, { clickLimit: 5 })]
    for (const each of [link, other]) await visit(each)
    const unlock = await lockLink(link)
    const answers = await Promise.all(crowd(20).map((visitor) => visit(link, visitor)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]))
    expect((await visit(other)).status).toBe(302)
    await unlock()
    const all = { counter: 21, people: 21, robots: 0 }
    await vi.waitFor(async () => expect(await counted(test, link)).toEqual(all), 10_000)
  })

  it('lets its visitors wait if it has a limit, and no visitor of other limited links', async (context) => {
    if (test.database === 'embedded') return context.skip('The embedded database has one transaction at a time.')
    const limits = [{ clickLimit: 1 }, { clickLimit: 5 }]
    const [locked, other] = await Promise.all(limits.map((each) => test.seed.link(ada, each)))
    if (!locked || !other) throw new Error('There are two links.')
    const unlock = await lockLink(locked)
    const waiting = Promise.all([visit(locked), visit(locked)])
    expect((await visit(other)).status).toBe(302)
    expect(await counted(test, locked)).toEqual({ counter: 0, people: 0, robots: 0 })
    await unlock()
    expect((await waiting).map(({ status }) => status).sort()).toEqual([302, 410])
    expect(await counted(test, locked)).toEqual({ counter: 1, people: 1, robots: 0 })
    expect(test.logs.filter(({ msg }) => msg === 'the database does not answer; probing once a second')).toEqual([])
  })

  it('is 503 for visitors of a limit after 3 seconds, and nothing is used up', async (context) => {
    if (test.database === 'embedded') return context.skip('The embedded database has one transaction at a time.')
    const locked = await test.seed.link(ada, { clickLimit: 1 })
    const unlock = await lockLink(locked)
    const { status, headers } = await visit(locked)
    expect([status, Number(headers['retry-after'])]).toEqual([503, expect.any(Number)])
    await unlock()
    expect((await visit(locked)).status).toBe(302)
  })
})

it('grants exactly 5 of 20 visitors of a link with a limit of 5', async () => {
  const link = await test.seed.link(ada, { clickLimit: 5 })
  const answers = await Promise.all(crowd(20).map((visitor) => visit(link, visitor)))
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(5)
  expect(await counted(test, link)).toEqual({ counter: 5, people: 5, robots: 0 })
})
