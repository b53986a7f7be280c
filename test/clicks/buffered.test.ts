import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, counted, crowd } from '../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await startApp({ CLICK_DURABILITY: 'buffered' })
  ada = await test.seed.account()
})
afterAll(() => test.close())

const visit = ({ shortUrl }: { shortUrl: string }, visitor = as('chrome')) => test.rest.get(`/${shortUrl}`, visitor)

it('redirects visitors of an unlimited link while the link is locked, and writes their clicks later', async () => {
  const link = await test.seed.link(ada)
  await visit(link)
  await vi.waitFor(async () => expect((await counted(test, link))?.people).toBe(1), 10_000)
  const lockTransaction = test.app.database.orm.em.fork()
  await lockTransaction.begin()
  await lockTransaction.execute('select 1 from link where id = ? for update', [link.id])
  const answers = await Promise.all(crowd(20).map((visitor) => visit(link, visitor)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]))
  const [row] = await lockTransaction.execute<{ people: number }[]>(
    'select count(*)::int as people from click where url_id = ?',
    [link.id],
  )
  expect(row).toEqual({ people: 1 })
  await lockTransaction.commit()
  const all = { counter: 21, people: 21, robots: 0 }
  await vi.waitFor(async () => expect(await counted(test, link)).toEqual(all), 10_000)
})

it('grants exactly 5 of 20 visitors of a link with a limit of 5, after their clicks are stored', async () => {
  const link = await test.seed.link(ada, { clickLimit: 5 })
  const answers = await Promise.all(crowd(20).map((visitor) => visit(link, visitor)))
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(5)
  expect(await counted(test, link)).toEqual({ counter: 5, people: 5, robots: 0 })
})

it('records visits by bots', async () => {
  const link = await test.seed.link(ada)
  await visit(link, as('googlebot'))
  await vi.waitFor(async () => expect((await counted(test, link))?.robots).toBe(1), 10_000)
})
