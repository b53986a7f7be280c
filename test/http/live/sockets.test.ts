import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { withTimeout } from '../../../src/platform/shared/time.ts'
import { sharedApp, type TestApp } from '../../support/app.ts'
import { type Ended, type LiveClient, liveClient, type ReceivedMessages, socketUrl } from '../../support/live.ts'
import type { SeededAccount } from '../../support/seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const open: LiveClient[] = []
async function connect(options: Parameters<typeof liveClient>[1] = { token: ada.token }): Promise<LiveClient> {
  const client = await liveClient(test.app.server, options)
  open.push(client)
  return client
}
afterEach(async () => {
  for (const client of open.splice(0)) {
    await client.close()
    await client.closed
  }
})

const mine = 'subscription { clickRecorded { id } }'

async function errorOf(subscription: ReceivedMessages) {
  await vi.waitFor(() => expect(subscription.errors).toBeDefined(), { timeout: 10_000 })
  expect(subscription.events).toEqual([])
  return subscription.errors?.[0]
}

/** A WebSocket without a client library: its messages, and how it closes. */
async function bare(protocols: string[] = ['graphql-transport-ws'], headers = {}) {
  const socket = new WebSocket(await socketUrl(test.app.server), protocols, { headers })
  const messages: { type: string; payload?: unknown }[] = []
  socket.on('message', (data) => messages.push(JSON.parse(String(data))))
  // The close code says more.
  socket.on('error', () => undefined)
  const closed = new Promise<Ended>((resolve) =>
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) })),
  )
  await new Promise((resolve) => socket.once('open', resolve).once('close', resolve))
  return { messages, closed, send: (message: unknown) => socket.send(JSON.stringify(message)), socket }
}

describe('a connection is authenticated', () => {
  it.each(['Authorization', 'authorization'])('by %s in connection_init', async (name) => {
    const client = await connect({ payload: { [name]: `Bearer ${ada.token}` } })
    await client.connected
  })

  it('by the header of the request without one in connection_init', async () => {
    const client = await connect({ headers: { authorization: `Bearer ${ada.token}` } })
    const unknown = client.subscribe('subscription { clickRecorded(urlId: "lnk_unknown") { id } }')
    expect((await errorOf(unknown))?.extensions.code).toBe('LINK_NOT_FOUND')
  })

  it('from any origin: nothing that a browser adds is a credential', async () => {
    const headers = { origin: 'https://elsewhere.example', cookie: `token=${ada.token}` }
    const client = await connect({ headers })
    expect((await errorOf(client.subscribe(mine)))?.extensions.code).toBe('UNAUTHENTICATED')
  })

  it('without a credential as anonymous: subscriptions return UNAUTHENTICATED', async () => {
    const client = await connect({})
    expect(await errorOf(client.subscribe(mine))).toEqual({
      message: expect.stringMatching(/credential/),
      locations: [{ line: 1, column: 16 }],
      path: ['clickRecorded'],
      extensions: {
        code: 'UNAUTHENTICATED',
        resolution: expect.stringMatching(/Authorization/),
        http: { status: 401 },
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    })
  })

  it.each([
    ['a.forged.token', 'INVALID_TOKEN'],
    ['tk_nonsense', 'INVALID_TOKEN'],
  ])('and closed with 4403 when it shows %s', async (token, code) => {
    const client = await connect({ token })
    expect(await client.closed).toEqual({ code: 4403, reason: `${code}: The credential is not valid.` })
  })
})

describe('the limits', () => {
  it('a variable that an enum does not have is refused with the names that it has', async () => {
    const client = await connect()
    const query = 'subscription ($from: Severity) { activityRecorded(minSeverity: $from) { id } }'
    const error = await errorOf(client.request({ query, variables: { from: 'secret' } }))
    expect(error?.extensions.code).toBe('BAD_USER_INPUT')
    expect(error?.message).toMatch(/^The variable "\$from" .+ Severity accepts INFO, WARNING, ERROR, CRITICAL\.$/)
  })

  it('the eleventh subscription of a WebSocket is rejected until one has ended', async () => {
    const client = await connect()
    const ten = Array.from({ length: 10 }, () => client.subscribe(mine))
    expect((await errorOf(client.subscribe(mine)))?.extensions).toMatchObject({
      code: 'SUBSCRIPTION_LIMIT_REACHED',
      http: { status: 403 },
    })
    ten[0]?.end()
    const next = client.subscribe('subscription { clickRecorded(urlId: "lnk_unknown") { id } }')
    expect((await errorOf(next))?.extensions.code).toBe('LINK_NOT_FOUND')
    expect(ten.map(({ errors }) => errors)).toEqual(ten.map(() => undefined))
  })

  it('the twenty-first WebSocket of an account is closed with 1013, and another account can connect', async () => {
    for (let count = 0; count < 20; count++) await (await connect()).connected
    expect(await (await connect()).closed).toEqual({ code: 1013, reason: expect.stringMatching(/too many/) })
    await (await connect({ token: (await test.seed.account()).token })).connected
    // Without a credential the limit is by network.
    await (await connect({})).connected
  })
})

describe('the protocol', () => {
  it.each([
    ['no sub-protocol', [], 4406],
    ['another sub-protocol', ['graphql-ws'], 4406],
  ])('closes a WebSocket with %s', async (_what, protocols, code) => {
    const { closed } = await bare(protocols)
    // The client library closes when the server accepts none of its protocols.
    expect([code, 1006]).toContain((await closed).code)
  })

  it('closes with 4401 before connection_init, and with 4429 after a second one', async () => {
    const early = await bare()
    early.send({ type: 'subscribe', id: '1', payload: { query: mine } })
    expect((await early.closed).code).toBe(4401)
    const twice = await bare()
    for (let count = 0; count < 2; count++) twice.send({ type: 'connection_init' })
    expect((await twice.closed).code).toBe(4429)
  })

  it('closes with 4400 for an invalid message, and with 1009 for one that is too large', async () => {
    const wrong = await bare()
    wrong.send({ type: 'nonsense' })
    expect((await wrong.closed).code).toBe(4400)
    const large = await bare()
    large.send({ type: 'connection_init', payload: { filler: 'x'.repeat(70_000) } })
    expect((await large.closed).code).toBe(1009)
  })

  it('closes with 4408 without connection_init within five seconds', async () => {
    const { closed } = await bare()
    expect((await withTimeout(8_000, closed)).code).toBe(4408)
  })

  it('closes with 4403 when the credential is no string', async () => {
    const client = await connect({ payload: { authorization: { toString: 1 } } })
    expect((await client.closed).code).toBe(4403)
  })

  it('stops reading from a client that does not read, and continues when it does', async () => {
    const { socket, messages, send } = await bare()
    send({ type: 'connection_init' })
    socket.pause()
    for (let count = 0; count < 600; count++) send({ type: 'ping', payload: { filler: 'x'.repeat(60_000) } })
    await pause(1_000)
    expect(socket.bufferedAmount).toBeGreaterThan(1_000_000)
    socket.resume()
    await vi.waitFor(() => expect(messages.filter(({ type }) => type === 'pong')).toHaveLength(600), 10_000)
    socket.close()
  })

  it('logs no error when a client disconnects during an answer', async () => {
    const { socket, send, closed } = await bare()
    socket.pause()
    for (let count = 0; count < 600; count++) send({ type: 'ping', payload: { filler: 'x'.repeat(60_000) } })
    await pause(500)
    test.logs.splice(0)
    socket.terminate()
    await closed
    await connect().then(({ connected }) => connected)
    await pause(500)
    expect(test.logs.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })

  it('allows one network a hundred connections without connection_init', async () => {
    const silent = await Promise.all(Array.from({ length: 101 }, () => bare()))
    expect(silent.filter(({ socket }) => socket.readyState === WebSocket.OPEN)).toHaveLength(100)
    for (const { socket } of silent) socket.terminate()
    await vi.waitFor(async () => (await connect()).connected, 10_000)
  })

  it('ignores any other upgrade', async () => {
    const link = await test.seed.link(ada)
    const address = (await socketUrl(test.app.server)).replace('ws:', 'http:').replace('/graphql', `/${link.shortUrl}`)
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' }
    const status = await new Promise((resolve, reject) => {
      request(address, { headers }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(302)
  })
})
