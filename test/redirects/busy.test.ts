import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../src/platform/shared/password-hashing.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await startApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_PER_HOUR: '100000' })
  ada = await test.seed.account()
})
afterAll(() => test.close())

const password = 'open sesame'

/** Does the act while as many hashes as may wait are waiting, without a gap. */
async function whileBusy<T>(act: () => Promise<T>): Promise<T> {
  let isOver = false
  const keepBusy = async () => {
    while (!isOver) await hashPassword('of nobody in particular')
  }
  const busy = Array.from({ length: 52 }, keepBusy)
  try {
    return await act()
  } finally {
    isOver = true
    await Promise.all(busy)
  }
}

describe('while too many hashes are waiting', () => {
  it('answers 503 with Retry-After to a password of a link, and charges nobody a try', async () => {
    const { shortUrl, originalUrl } = await test.seed.link(ada, { password })
    const tryOnce = (given: string) =>
      test.rest.post(`/v1/urls/redirect/${shortUrl}/verify-password`, { password: given })
    await whileBusy(async () => {
      // One after the other, because tries that are under way are charged until it is known that they came to nothing.
      for (let tries = 0; tries < 70; tries++) {
        const { status, json, headers } = await tryOnce('not the word')
        expect([status, json.error.code, headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '5'])
      }
    })
    expect((await tryOnce('not the word')).status).toBe(401)
    expect((await tryOnce(password)).json.originalUrl).toBe(originalUrl)
  })

  it('answers 503 with a page to the form of a link', async () => {
    const { shortUrl } = await test.seed.link(ada, { password })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await whileBusy(() => test.rest.post(`/${shortUrl}`, 'password=open+sesame', { headers }))
    expect([answer.status, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('answers 503 to a new link with a password and makes none, and 201 to one without', async () => {
    const owner = await test.seed.account()
    const create = (options: object) =>
      test.rest.post('/v1/urls', { longUrl: 'https://example.com/', ...options }, { token: owner.token })
    const [closed, open] = await whileBusy(async () => [await create({ password }), await create({})])
    expect([closed?.status, closed?.json.error.code, open?.status]).toEqual([503, 'UNAVAILABLE', 201])
    expect(await test.sql('select id from link where owner_id = ?', [owner.id])).toHaveLength(1)
  })
})
