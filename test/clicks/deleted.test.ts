import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as, recorded } from '../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const open = (code: string, headers = as('chrome')) => test.rest.get(`/${code}`, headers)
const resolve = (code: string, headers = as('chrome')) => test.rest.get(`/v1/urls/redirect/${code}`, headers)

describe('a link that is deleted during visits', () => {
  const requests = (code: string) => [
    open(code),
    open(code, as('googlebot')),
    resolve(code),
    resolve(code, as('slackbot')),
    test.rest.post(`/v1/urls/redirect/${code}/verify-password`, { password: 'x' }, as('firefox')),
  ]

  it('redirects or answers not found, never with 5xx, and keeps no click', async () => {
    const links = await Promise.all(
      [{}, {}, {}, { clickLimit: 3 }, { clickLimit: 3 }].map((o) => test.seed.link(ada, o)),
    )
    const answers = links.flatMap(({ id, shortUrl }) => [
      ...requests(shortUrl),
      test.rest.delete(`/v1/urls/${id}`, { token: ada.token }),
      ...requests(shortUrl),
    ])
    for (const { status } of await Promise.all(answers)) expect([200, 302, 404, 410]).toContain(status)
    for (const link of links) expect(await recorded(test, link)).toEqual([])
  })

  it.runIf(inject('database').kind === 'server')('also when the deletion commits during the insert', async () => {
    const link = await test.seed.link(ada)
    const deletion = test.app.database.orm.em.fork()
    await deletion.begin()
    await deletion.execute('delete from link where id = ?', [link.id])
    const visits = Promise.all(requests(link.shortUrl))
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await test.sql(waiting)).length).toBeGreaterThan(0)
    await deletion.commit()
    for (const { status } of await visits) expect([200, 302]).toContain(status)
    expect(await recorded(test, link)).toEqual([])
  })
})
