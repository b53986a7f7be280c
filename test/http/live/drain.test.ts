import { afterEach, describe, expect, it } from 'vitest'
import { withTimeout } from '../../../src/platform/shared/time.ts'
import { sharedApp, startApp, type TestApp } from '../../support/app.ts'
import { eventStreamClient, liveClient } from '../../support/live.ts'

let test: TestApp
afterEach(() => test.close())

// One play, because an app closes once.
it('closing the app closes WebSockets with 1001 after the answer of a running mutation, and ends event streams without a complete event, so that clients reconnect', async () => {
  test = await startApp()
  const { token, email, password } = await test.seed.account()
  const sockets = await Promise.all(Array.from({ length: 5 }, () => liveClient(test.app.server, { token })))
  const streams = await eventStreamClient(test.app.server, { token })
  const subscribe = (client: Pick<typeof streams, 'subscribe'>) =>
    client.subscribe('subscription { clickRecorded { id } }')
  const overSockets = sockets.map(subscribe)
  const overStreams = Array.from({ length: 5 }, () => subscribe(streams))
  const mutating = await liveClient(test.app.server)
  await mutating.connected
  // Takes as long as a password hash.
  const login = mutating.subscribe(`mutation { login(email: "${email}", password: "${password}") { token } }`)
  await mutating.roundTrip()
  for (const socket of sockets) await socket.roundTrip()
  await expect.poll(() => test.metrics()).toContain('tack_live_event_streams 5\n')
  await withTimeout(5_000, test.app.close())
  expect(login.events[0]?.data.login.token).toMatch(/\S/)
  for (const socket of [...sockets, mutating])
    expect(await socket.closed).toEqual({ code: 1001, reason: expect.any(String) })
  await expect
    .poll(() => overStreams.map(({ connectionError }) => connectionError?.message))
    .toEqual(overStreams.map(() => 'Connection closed while having active streams'))
  // A `complete` would tell the client that nothing more comes.
  const ends = [...overSockets, ...overStreams].map(({ errors, isComplete }) => [errors, isComplete])
  expect(ends).toEqual(ends.map(() => [undefined, false]))
})

describe('RATE_LIMITS', () => {
  it('charge a call for each WebSocket and each subscription', async () => {
    test = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '4' })
    const { token } = await test.seed.account()
    const client = await liveClient(test.app.server, { token })
    await client.connected
    // They connect in parallel, so any of them may be the last.
    const subscriptions = Array.from({ length: 4 }, () => client.subscribe('subscription { clickRecorded { id } }'))
    const errorExtensions = () => subscriptions.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions))
    const error = expect.objectContaining({ code: 'RATE_LIMITED', http: expect.objectContaining({ status: 429 }) })
    await expect.poll(errorExtensions, { timeout: 10_000 }).toEqual([error])
    const next = await liveClient(test.app.server, { token })
    expect(await next.closed).toEqual({ code: 1013, reason: expect.stringMatching(/^RATE_LIMITED: /) })
    await client.close()
  })

  it('charge a call for each subscription over an event stream; none left is 429', async () => {
    test = await sharedApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '4' })
    const { token } = await test.seed.account()
    const client = await eventStreamClient(test.app.server, { token })
    const count = () => test.metrics()
    for (let charged = 1; charged <= 4; charged++) {
      client.subscribe('subscription { clickRecorded { id } }')
      await expect.poll(count).toContain(`tack_live_event_streams ${charged}\n`)
    }
    const refused = client.subscribe('subscription { clickRecorded { id } }')
    await expect.poll(() => refused.connectionError?.response?.status).toBe(429)
    await client.close()
  })
})
