import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SettingChanges } from '../support/changeable-settings.ts'
import type { RestAnswer } from '../support/rest.ts'

function started(changes: SettingChanges): () => TestApp {
  let test: TestApp
  beforeAll(async () => {
    test = await sharedApp(changes)
  })
  afterAll(() => test.close())
  return () => test
}

async function callTimes(test: TestApp, count: number, from: string): Promise<RestAnswer> {
  for (let made = 1; made < count; made++) await test.rest.get('/v1/auth/me', { from })
  return test.rest.get('/v1/auth/me', { from })
}

describe('without settings', () => {
  const test = started({ RATE_LIMITS: 'on' })

  it('allows 120 calls a minute, then returns 429 until the minute is over', async () => {
    const admitted = await callTimes(test(), 120, '198.51.100.1')
    expect(admitted.status).toBe(401)
    expect(admitted.headers).toMatchObject({ 'ratelimit-limit': '120', 'ratelimit-remaining': '0' })
    const refused = await callTimes(test(), 1, '198.51.100.1')
    expect(refused.status).toBe(429)
    expect(refused.headers).toMatchObject({ 'ratelimit-limit': '120', 'retry-after': '60' })
    test().clock.advance({ minutes: 1 })
    expect((await callTimes(test(), 1, '198.51.100.1')).status).toBe(401)
  })

  it('allows 1000 calls an hour, then returns 429 until the hour is over', async () => {
    const from = '198.51.100.2'
    for (let minute = 0; minute < 10; minute++) {
      expect((await callTimes(test(), 100, from)).status).toBe(401)
      test().clock.advance({ minutes: 1 })
    }
    const refused = await callTimes(test(), 1, from)
    expect(refused.status).toBe(429)
    expect(refused.headers).toMatchObject({
      'ratelimit-limit': '1000',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '3000',
      'retry-after': '3000',
    })
    test().clock.advance({ minutes: 50 })
    expect((await callTimes(test(), 1, from)).status).toBe(401)
  })
})

describe('with a quota of 100', () => {
  const test = started({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '100' })

  it('allows exactly 100 of 500 simultaneous calls', async () => {
    const from = '198.51.100.3'
    const calls = Array.from({ length: 500 }, () => test().rest.get('/v1/auth/me', { from }))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(400)
  })
})

describe('with RATE_LIMITS=off', () => {
  const test = started({ RATE_LIMITS: 'off', RATE_LIMIT_PER_MINUTE: '2' })

  it('rejects nothing, and keeps the headers within their bounds', async () => {
    const answer = await callTimes(test(), 10, '198.51.100.4')
    expect(answer.status).toBe(401)
    expect(answer.headers).toMatchObject({
      'ratelimit-limit': '2',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '60',
    })
    expect(answer.headers).not.toHaveProperty('retry-after')
  })
})
