import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../../support/app.ts'
import { ended, liveClient } from '../../support/live.ts'

const perMinute = 100

let test: TestApp
beforeAll(async () => {
  test = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: String(perMinute) })
})
beforeEach(() => test.clock.advance({ seconds: 60 }))
afterAll(() => test.close())

const remaining = async () => Number((await test.rest.get('/v1/auth/me')).headers['ratelimit-remaining']) + 1

it('a WebSocket is closed with 1008 after its twentieth rejected document, and each is charged', async () => {
  const client = await liveClient(test.app.server)
  await client.connected
  const before = await remaining()
  for (let n = 1; n <= 20; n++) {
    const { errors } = await ended(client.subscribe('{ nothing }'))
    expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
  }
  expect(await client.closed).toEqual({ code: 1008, reason: 'Too many operations were rejected.' })
  // One of them for the look at the quota.
  expect(before - (await remaining())).toBe(20 + 1)
})

it('documents that arrive together are handled in order: none is read or charged after the twentieth rejection', async () => {
  const client = await liveClient(test.app.server)
  await client.connected
  const before = await remaining()
  for (let n = 1; n <= 60; n++) client.subscribe('{ nothing }')
  expect((await client.closed).code).toBe(1008)
  expect(before - (await remaining())).toBe(20 + 1)
})

it('a WebSocket is closed with 4400 after a message that is nested too deep', async () => {
  const client = await liveClient(test.app.server)
  await client.connected
  client.subscribe('{ __typename }', { a: JSON.parse('['.repeat(100) + ']'.repeat(100)) })
  expect((await client.closed).code).toBe(4400)
})

it('a rejected document is charged by its tokens', async () => {
  const query = `{ ${Array.from({ length: 500 }, (_, n) => `nothing${n}`).join(' ')} }`
  const before = await remaining()
  expect((await test.rest.post('/graphql', { query })).status).toBe(400)
  // Its request, two for 500 tokens, and the look at the quota.
  expect(before - (await remaining())).toBe(1 + 2 + 1)
})

it('a WebSocket with an invalid credential is charged', async () => {
  const before = await remaining()
  const client = await liveClient(test.app.server, { token: 'invalid' })
  expect((await client.closed).code).toBe(4403)
  expect(before - (await remaining())).toBe(1 + 1)
})

it('a WebSocket whose quota is used up gets RATE_LIMITED for each document', async () => {
  const client = await liveClient(test.app.server)
  await client.connected
  while ((await remaining()) > 1);
  const { errors } = await ended(client.subscribe('{ __typename }'))
  expect(errors?.[0]?.extensions.code).toBe('RATE_LIMITED')
  await client.close()
})
