import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminOf, Desk } from '../abuse/answers.ts'
import { expectError } from '../links/answers.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
let desk: Desk
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  desk = new Desk(test, await adminOf(test))
})
afterAll(() => test.close())

const mine = () => ({ token: ada.token })
const isBlocked = async (id: string) => (await test.rest.get(`/v1/urls/${id}`, mine())).json.isBlocked

/** A link to a harmless page with a rule that leads to a host of its own. */
async function linkWithRule(options: object = {}) {
  const host = `${test.seed.word()}.example`
  const link = await test.seed.link(ada, { longUrl: 'https://example.com/harmless' })
  const path = `/v1/urls/${link.id}/device-rules`
  const body = { device: 'ios', destination: `https://www.${host}/trap`, ...options }
  const { json } = await test.rest.post(path, body, mine())
  return { link, host, path: `${path}/${json.id}` }
}

describe('a link with a rule whose destination is put on the block list', () => {
  it.each([
    ['is blocked', {}],
    ['is blocked, also when the rule is switched off', { isActive: false }],
  ])('%s, and opens again with another destination of the rule', async (_, options) => {
    const { link, host, path } = await linkWithRule(options)
    await desk.list(host)
    expect(await isBlocked(link.id)).toBe(true)
    expect(await test.rest.get(`/${link.shortUrl}`, as('iphone'))).toMatchObject({ status: 403 })
    const destination = 'https://example.org/safe'
    expect(await test.rest.patch(path, { destination }, mine())).toMatchObject({ status: 200 })
    expect(await isBlocked(link.id)).toBe(false)
    const back = await test.rest.patch(path, { destination: `https://${host}/` }, mine())
    expectError(back, 400, 'DESTINATION_BLOCKED', ['destination'])
  })

  it('opens again when the rule is deleted, and not when the link gets another destination', async () => {
    const { link, host, path } = await linkWithRule()
    await desk.list(host)
    const body = { originalUrl: 'https://example.org/other' }
    await test.rest.patch(`/v1/urls/${link.id}`, body, mine())
    expect(await isBlocked(link.id)).toBe(true)
    await test.rest.delete(path, mine())
    expect(await isBlocked(link.id)).toBe(false)
    expect(await test.rest.get(`/${link.shortUrl}`, as('iphone'))).toMatchObject({ status: 302 })
  })
})
