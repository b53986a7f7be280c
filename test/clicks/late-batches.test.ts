import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, counted } from '../support/visitor.ts'

const isServer = inject('database').kind === 'server'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await startApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const visit = ({ shortUrl }: { shortUrl: string }) => test.rest.get(`/${shortUrl}`, as('chrome'))

describe.runIf(isServer)('a batch that waits for a locked link', () => {
  it('answers visitors of unlimited links, lets those of limited links wait, and counts each click once', async () => {
    const [locked, other] = [await test.seed.link(ada), await test.seed.link(ada)]
    const limited = await test.seed.link(ada, { clickLimit: 1 })
    for (const link of [locked, other]) await visit(link)
    const lockTransaction = test.app.database.orm.em.fork()
    await lockTransaction.begin()
    await lockTransaction.execute('select 1 from link where id = ? for update', [locked.id])
    const waits = Promise.all([visit(limited), visit(limited)])
    const answers = await Promise.all([visit(locked), visit(other)])
    expect(answers.map(({ status }) => status)).toEqual([302, 302])
    expect(await counted(test, locked)).toEqual({ counter: 1, people: 1, robots: 0 })
    await lockTransaction.commit()
    expect((await waits).map(({ status }) => status).sort()).toEqual([302, 410])
    expect(test.logs.filter(({ msg }) => msg === 'the database does not answer; probing once a second')).toEqual([])
    for (const link of [locked, other])
      await vi.waitFor(
        async () => expect(await counted(test, link)).toEqual({ counter: 2, people: 2, robots: 0 }),
        10_000,
      )
    expect(await counted(test, limited)).toEqual({ counter: 1, people: 1, robots: 0 })
  })
})
