import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import { adminOf, Desk, expectError, report } from './answers.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on' })
})
afterAll(() => test.close())

it('returns 429 for the 21st report of one network within an hour, whether the links exist or not', async () => {
  for (let count = 0; count < 20; count++) expect((await report(test, `nobody-${count}`, '192.0.2.1')).status).toBe(202)
  expectError(await report(test, 'nobody', '192.0.2.1'), 429, 'RATE_LIMITED')
  expect((await report(test, 'nobody', '192.0.2.2')).status).toBe(202)
  test.clock.advance({ hours: 1 })
  expect((await report(test, 'nobody', '192.0.2.1')).status).toBe(202)
})

it('returns 429 for the 6th appeal for one link within a day, not counting appeals of strangers', async () => {
  const [ada, ben] = [await test.seed.account(), await test.seed.account()]
  const [link, other] = [await test.seed.link(ada), await test.seed.link(ada)]
  const desk = new Desk(test, await adminOf(test))
  for (const { id } of [link, other]) await desk.decide(id, 'block', { reason: 'spam' })
  const appeal = (id: string, { token } = ada) =>
    test.rest.post(`/v1/urls/${id}/appeal`, { message: 'Please.' }, { token })
  for (let count = 0; count < 6; count++) await appeal(link.id, ben)
  for (let count = 0; count < 5; count++) expect((await appeal(link.id)).status).toBe(202)
  expectError(await appeal(link.id), 429, 'RATE_LIMITED')
  expect((await appeal(other.id)).status).toBe(202)
})
