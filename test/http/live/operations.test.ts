import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { withTimeout } from '../../../src/platform/shared/time.ts'
import { sharedApp, startApp, type TestApp } from '../../support/app.ts'
import { type LiveClient, liveClient, type ReceivedMessages } from '../../support/live.ts'
import type { SeededAccount } from '../../support/seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const open: LiveClient[] = []
async function connect(
  options: Parameters<typeof liveClient>[1] = { token: ada.token },
  on = test,
): Promise<LiveClient> {
  const client = await liveClient(on.app.server, options)
  open.push(client)
  return client
}
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})

/** Resolves when the operation has ended. */
async function ended(operation: ReceivedMessages): Promise<ReceivedMessages> {
  await expect.poll(() => operation.isComplete || operation.errors !== undefined).toBe(true)
  return operation
}

const create = 'mutation ($url: String!) { createUrl(longUrl: $url) { id } }'
const mine = 'subscription { clickRecorded { id } }'

describe('over a WebSocket', () => {
  it('a query returns its data and completes', async () => {
    const query = (await connect()).subscribe('{ me { email } }')
    expect((await ended(query)).events).toEqual([{ data: { me: { email: ada.email } } }])
    expect(query.isComplete).toBe(true)
  })

  it('a mutation changes data', async () => {
    const { events } = await ended((await connect()).subscribe(create, { url: 'https://example.com/socket' }))
    const id = events[0]?.data.createUrl.id
    const { status, json } = await test.rest.get(`/v1/urls/${id}`, { token: ada.token })
    expect([status, json.originalUrl]).toEqual([200, 'https://example.com/socket'])
  })

  it('operations share a connection with subscriptions', async () => {
    const client = await connect()
    const live = client.subscribe(mine)
    const queries = Array.from({ length: 15 }, () => client.subscribe('{ me { email } }'))
    for (const query of queries) expect((await ended(query)).events).toHaveLength(1)
    expect([live.errors, live.isComplete]).toEqual([undefined, false])
  })

  it.each([
    ['a document that does not parse', '{ me(', 'GRAPHQL_PARSE_FAILED'],
    ['a field that does not exist', '{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['eleven levels', `{ ${'me { '.repeat(11)} id ${'}'.repeat(12)}`, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'too many objects',
      '{ a: clicks(limit: 1000) { id } b: clicks(limit: 1000) { id } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['a variable of another type', 'mutation ($url: String!) { createUrl(longUrl: $url) { id } }', 'BAD_USER_INPUT'],
    ['@defer', '{ ... @defer { me { email } } }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('%s is refused as over HTTP', async (_what, document, code) => {
    const { errors, events } = await ended((await connect()).subscribe(document))
    const { json } = await test.rest.post('/graphql', { query: document }, { token: ada.token })
    const withoutId = (each: { extensions: object } | undefined) => ({
      ...each,
      extensions: { ...each?.extensions, requestId: '' },
    })
    expect(errors?.map(withoutId)).toEqual(json.errors.map(withoutId))
    expect([errors?.[0]?.extensions.code, events]).toEqual([code, []])
  })

  it('an error of a resolver has the code, status and path that it has over HTTP', async () => {
    const { events } = await ended((await connect({})).subscribe('{ me { email } }'))
    expect(events).toEqual([
      {
        data: { me: null },
        errors: [
          expect.objectContaining({
            path: ['me'],
            extensions: expect.objectContaining({ code: 'UNAUTHENTICATED', http: { status: 401 } }),
          }),
        ],
      },
    ])
  })

  it('a credential without the scope returns INSUFFICIENT_SCOPE', async () => {
    const { key } = await test.seed.key(ada)
    const { events } = await ended((await connect({ token: key })).subscribe('{ apiKeys { id } }'))
    expect(events[0]?.errors?.[0]?.extensions?.code).toMatch(/INSUFFICIENT_SCOPE|API_KEY_NOT_ACCEPTED/)
  })

  it('a credential that was revoked meanwhile is refused', async () => {
    const account = await test.seed.account()
    const client = await connect({ token: account.token })
    await client.connected
    await test.rest.post('/v1/auth/logout', undefined, { token: account.token })
    const { events, errors } = await ended(client.subscribe('{ me { email } }'))
    const [error] = errors ?? events[0]?.errors ?? []
    expect(error?.extensions?.code).toBe('INVALID_TOKEN')
  })

  it('a document that was registered over HTTP runs by its hash', async () => {
    const query = '{ me { email } } # registered'
    const extensions = { persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') } }
    const unknown = await ended((await connect()).request({ query: '', extensions }))
    expect(unknown.errors?.[0]?.extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND')
    await test.rest.post('/graphql', { query, extensions }, { token: ada.token })
    const { events } = await ended((await connect()).request({ query: '', extensions }))
    expect(events).toEqual([{ data: { me: { email: ada.email } } }])
  })
})

describe('the quota', () => {
  it('charges each root field, all or none', async () => {
    const limited = await startApp({ RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '5' })
    const { token } = await limited.seed.account()
    const client = await connect({ token }, limited)
    await client.connected
    const three = '{ a: __typename b: __typename c: __typename }'
    expect((await ended(client.subscribe(three))).events).toHaveLength(1)
    const { errors } = await ended(client.subscribe(three))
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', http: { status: 429 } })
    expect((await ended(client.subscribe('{ __typename }'))).events).toHaveLength(1)
    await client.close()
    await limited.close()
  })
})

describe('when the service stops', () => {
  it('a running mutation is answered before the WebSocket is closed with 1001', async () => {
    const stopping = await startApp()
    const { email, password } = await stopping.seed.account()
    const client = await connect({}, stopping)
    await client.connected
    // Takes as long as a password hash.
    const login = client.subscribe(`mutation { login(email: "${email}", password: "${password}") { token } }`)
    await client.roundTrip()
    await withTimeout(8_000, stopping.close())
    expect(login.events[0]?.data.login.token).toMatch(/\S/)
    expect((await client.closed).code).toBe(1001)
  })
})
