import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../../support/app.ts'
import { ended, eventStreamClient, type OperationClient, socketUrl } from '../../support/live.ts'
import type { SeededAccount } from '../../support/seed.ts'

let test: TestApp
let ada: SeededAccount
let url: string
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  url = (await socketUrl(test.app.server)).replace('ws:', 'http:')
})
afterAll(() => test.close())

const open: OperationClient[] = []
async function connect({ token }: { token?: string } = ada): Promise<OperationClient> {
  const client = await eventStreamClient(test.app.server, { token })
  open.push(client)
  return client
}
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
  await expect.poll(openStreams).toBe(0)
})

const mine = 'subscription { clickRecorded { id } }'

/** How many subscriptions run over Server-Sent Events. */
async function openStreams(): Promise<number> {
  return Number(/^tack_live_event_streams (\d+)$/m.exec(await test.metrics())?.[1])
}

const headersOf = ({ token }: SeededAccount) => ({
  accept: 'text/event-stream',
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})

/** A request without a client library. */
function post(body: unknown, options: { accept?: string; signal?: AbortSignal } = {}): Promise<Response> {
  const { accept, signal = null } = options
  const headers = { ...headersOf(ada), ...(accept && { accept }) }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal })
}

describe('an event stream', () => {
  it('has the messages of graphql-sse and headers against caches and buffers', async () => {
    const response = await post({ query: '{ me { email } }' })
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-content-type-options': 'nosniff',
      'ratelimit-limit': expect.stringMatching(/^\d+$/),
      'access-control-allow-origin': '*',
    })
    const result = JSON.stringify({ data: { me: { email: ada.email } } })
    expect(await response.text()).toBe(`:\n\nevent: next\ndata: ${result}\n\nevent: complete\ndata:\n\n`)
  })

  it('names its request in errors', async () => {
    const response = await post({ query: '{ nothing }' })
    expect(await response.text()).toContain(`"requestId":"${response.headers.get('x-request-id')}"`)
  })

  it('receives a comment at least every 15 seconds when nothing happens', async () => {
    const response = await post({ query: mine })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe(':\n\n')
    const startedAt = performance.now()
    expect((await reader?.read())?.value).toBe(':\n\n')
    expect(performance.now() - startedAt).toBeLessThan(15_000)
    await reader?.cancel()
  })

  it('is freed when its client disconnects', async () => {
    const subscription = (await connect()).subscribe(mine)
    await expect.poll(openStreams).toBe(1)
    subscription.end()
    await expect.poll(openStreams).toBe(0)
  })

  it('is freed when its client disconnects before it has begun', async () => {
    const controller = new AbortController()
    const { signal } = controller
    const requests = Array.from({ length: 10 }, () => post({ query: mine }, { signal }))
    await expect.poll(openStreams).toBeGreaterThan(0)
    controller.abort()
    await Promise.allSettled(requests)
    await expect.poll(openStreams).toBe(0)
  })
})

describe('Accept chooses the answer', () => {
  it.each([
    ['text/event-stream', /^text\/event-stream/],
    ['text/event-stream, multipart/mixed', /^text\/event-stream/],
    ['text/event-stream;q=0.5, application/json', /^application\/json/],
    ['application/json, text/event-stream', /^application\/json/],
    ['*/*', /^application\/json/],
  ])('%s', async (accept, type) => {
    const response = await post({ query: '{ me { email } }' }, { accept })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringMatching(type)])
    await response.text()
  })

  it('a subscription with a JSON answer returns SUBSCRIPTION_TRANSPORT_REQUIRED, which names both transports', async () => {
    const { json } = await test.rest.post('/graphql', { query: mine }, { token: ada.token })
    expect(json.errors[0].extensions).toMatchObject({
      code: 'SUBSCRIPTION_TRANSPORT_REQUIRED',
      http: { status: 400 },
      resolution: expect.stringMatching(/text\/event-stream.*WebSocket/),
    })
  })

  it('a GET has no event stream', async () => {
    const headers = { accept: 'text/event-stream' }
    const query = encodeURIComponent('{ me { email } }')
    const { status } = await test.rest.get(`/graphql?query=${query}`, { headers, token: ada.token })
    expect(status).toBe(406)
  })
})

describe('a body that is no GraphQL request returns INVALID_PARAMS:', () => {
  it.each([
    ['a batch', [{ query: '{ me { email } }' }]],
    ['a text', '{ me { email } }'],
    ['null', null],
    ['a document that is no text', { query: ['{ me { email } }'] }],
    ['a name that is no text', { query: '{ me { email } }', operationName: { toString: 1 } }],
    ['variables that are no object', { query: '{ me { email } }', variables: ['a'] }],
    ['extensions that are no object', { query: '{ me { email } }', extensions: 'a' }],
  ])('%s', async (_what, body) => {
    const response = await post(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      errors: [{ extensions: { code: 'INVALID_PARAMS', details: [{ field: 'body' }] } }],
    })
  })

  it('without a document BAD_REQUEST', async () => {
    const { errors } = await ended((await connect()).request({ query: '' }))
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_REQUEST', http: { status: 400 } })
  })
})

describe('a credential', () => {
  it('that is invalid returns INVALID_TOKEN', async () => {
    const subscription = (await connect({ token: 'a.forged.token' })).subscribe(mine)
    expect((await ended(subscription)).errors?.[0]?.extensions.code).toBe('INVALID_TOKEN')
  })

  it('that is missing returns UNAUTHENTICATED', async () => {
    const subscription = (await connect({})).subscribe(mine)
    expect((await ended(subscription)).errors?.[0]?.extensions).toMatchObject({
      code: 'UNAUTHENTICATED',
      http: { status: 401 },
    })
  })
})

describe('the limit of subscriptions', () => {
  it('refuses the twenty-first of an account until one has ended, and not those of another account', async () => {
    const client = await connect()
    const twenty = Array.from({ length: 20 }, () => client.subscribe(mine))
    await expect.poll(openStreams).toBe(20)
    expect((await ended(client.subscribe(mine))).errors?.[0]?.extensions).toMatchObject({
      code: 'SUBSCRIPTION_LIMIT_REACHED',
      http: { status: 403 },
    })
    // A query is no subscription.
    expect((await ended(client.subscribe('{ me { email } }'))).events).toHaveLength(1)
    ;(await connect(await test.seed.account())).subscribe(mine)
    await expect.poll(openStreams).toBe(21)
    twenty[0]?.end()
    await expect.poll(openStreams).toBe(20)
    client.subscribe(mine)
    await expect.poll(openStreams).toBe(21)
  })
})
