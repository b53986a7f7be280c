import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { seedClient } from './client.ts'
import { addressOf } from './flow.ts'

describe('with a PUBLIC_URL of https', () => {
  let secure: TestApp
  beforeAll(async () => {
    secure = await startApp({ PUBLIC_URL: 'https://api.example' })
  })
  afterAll(() => secure.close())

  it('every URL and cookie derives from it', async () => {
    const person = await secure.seed.account()
    const client = await seedClient(secure, person)
    const { pathname, search } = new URL(addressOf('https://api.example', client))
    const { status, headers } = await secure.rest.get(pathname + search, { headers: { host: 'api.example' } })
    expect(status).toBe(303)
    const uid = /^https:\/\/api\.example\/oauth\/interaction\/([\w-]{43})$/.exec(headers.location ?? '')?.[1]
    expect(uid).toBeDefined()
    const cookies = [headers['set-cookie'] ?? []].flat()
    expect(cookies).toHaveLength(4)
    for (const cookie of cookies) expect(cookie).toMatch(/; secure; httponly/i)
    for (const cookie of cookies) expect(cookie).toMatch(/; samesite=lax/i)
    const paths = new Set(cookies.map((cookie) => /; path=([^;]*)/.exec(cookie)?.[1]))
    expect(paths).toEqual(new Set([`/oauth/interaction/${uid}`, `/oauth/authorize/${uid}`]))
  })
})
