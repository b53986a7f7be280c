import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../../src/platform/shared/password-hashing.ts'
import { listen, sharedApp, type TestApp } from '../support/app.ts'
import { useRealHashes } from '../support/cheap-hash.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(useRealHashes)
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '100000', RATE_LIMIT_PER_HOUR: '100000' })
  ada = await test.seed.account()
})
afterAll(() => test.close())

const password = 'open sesame'

/** Calls the function while the queue of password hashes is full. */
async function whileBusy<T>(run: () => Promise<T>): Promise<T> {
  let isOver = false
  const isGone = () => isOver
  const keepBusy = async (key: string) => {
    while (!isOver)
      await hashPassword({ key, isGone }, 'of nobody in particular').catch((error) => {
        if (!isOver) throw error
      })
  }
  const busy = Array.from({ length: 52 }, (_, number) => keepBusy(`caller ${number}`))
  try {
    return await run()
  } finally {
    isOver = true
    await Promise.all(busy)
  }
}

describe('while the queue of password hashes is full', () => {
  it('answers 503 with Retry-After to a password of a link, without counting an attempt', async () => {
    const { shortUrl, originalUrl } = await test.seed.link(ada, { password })
    const tryOnce = (sentPassword: string) =>
      test.rest.post(`/v1/urls/redirect/${shortUrl}/verify-password`, { password: sentPassword })
    await whileBusy(async () => {
      // One after the other, because a running attempt is charged until its result is known.
      for (let attempt = 0; attempt < 70; attempt++) {
        const { status, json, headers } = await tryOnce('not the word')
        expect([status, json.error.code, headers['retry-after']]).toEqual([503, 'UNAVAILABLE', '5'])
      }
    })
    expect((await tryOnce('not the word')).status).toBe(401)
    expect((await tryOnce(password)).json.originalUrl).toBe(originalUrl)
  })

  it('answers 503 with a page to the password form', async () => {
    const { shortUrl } = await test.seed.link(ada, { password })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await whileBusy(() => test.rest.post(`/${shortUrl}`, 'password=open+sesame', { headers }))
    expect([answer.status, answer.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('answers 503 to a new link with a password and creates none, and 201 to one without', async () => {
    const owner = await test.seed.account()
    const create = (options: object) =>
      test.rest.post('/v1/urls', { longUrl: 'https://example.com/', ...options }, { token: owner.token })
    const [closed, open] = await whileBusy(async () => [await create({ password }), await create({})])
    expect([closed?.status, closed?.json.error.code, open?.status]).toEqual([503, 'UNAVAILABLE', 201])
    expect(await test.sql('select id from link where workspace_id = ?', [owner.workspaceId])).toHaveLength(1)
  })
})

describe('when the callers of waiting password hashes have gone', () => {
  it('drops them, so that the next request does not wait for them and nothing else is done', async () => {
    const owner = await test.seed.account()
    const url = `http://127.0.0.1:${await listen(test)}`
    const gone = new AbortController()
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` }
    const create = (signal?: AbortSignal) => {
      const body = JSON.stringify({ longUrl: 'https://example.com/', password })
      return fetch(`${url}/v1/urls`, { method: 'POST', headers, body, ...(signal && { signal }) })
    }
    let received = 0
    const count = () => {
      received += 1
    }
    test.app.server.server.on('request', count)
    const abandoned = Array.from({ length: 30 }, () => create(gone.signal).catch(() => undefined))
    await expect.poll(() => received).toBe(30)
    gone.abort()
    await Promise.all(abandoned)
    test.app.server.server.off('request', count)
    expect((await create()).status).toBe(201)
    // Two run at once, and what runs is not stopped.
    const links = await test.sql('select id from link where workspace_id = ?', [owner.workspaceId])
    expect(links.length).toBeLessThan(10)
  })
})
