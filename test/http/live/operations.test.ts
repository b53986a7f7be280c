import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp, withSettings } from '../../support/app.ts'
import { ended, type OperationClient, transports } from '../../support/live.ts'
import type { SeededAccount } from '../../support/seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const open: OperationClient[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})

const create = 'mutation ($url: URL!) { createUrl(input: { destination: $url }) { id } }'
const mine = 'subscription { clickRecorded { id } }'

describe.each(transports)('over $transport', ({ transport, openClient }) => {
  async function connect(options: { token?: string } = { token: ada.token }, on = test): Promise<OperationClient> {
    const client = await openClient(on.app.server, options)
    open.push(client)
    return client
  }

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
    ['a document that does not parse', 'subscription { clickRecorded(urlId: "secret', 'GRAPHQL_PARSE_FAILED'],
    ['a field there is none of', 'subscription { clickRecorded { nothing } }', 'GRAPHQL_VALIDATION_FAILED'],
    [
      'two root fields',
      'subscription { clickRecorded { id } more: clickRecorded { id } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['eleven levels', deep(11), 'GRAPHQL_VALIDATION_FAILED'],
    ['more objects than one answer may hold', costly(), 'GRAPHQL_VALIDATION_FAILED'],
    [
      'an operation that is not named',
      `${mine.replace('n', 'n A ')} `.repeat(1) + mine.replace('subscription', 'subscription B'),
      'OPERATION_RESOLUTION_FAILURE',
    ],
    ['a variable of another type', 'subscription ($id: ID!) { clickRecorded(urlId: $id) { id } }', 'BAD_USER_INPUT'],
  ])('a subscription with %s is refused', async (_what, document, code) => {
    const { errors, events } = await ended((await connect()).subscribe(document))
    const [error] = errors ?? []
    expect(events).toEqual([])
    expect(error?.extensions).toMatchObject({ code, http: { status: 400 }, resolution: expect.stringMatching(/\S/) })
    expect(JSON.stringify(error)).not.toContain('secret')
    expect((await test.rest.get('/v1/auth/me', { token: ada.token })).status).toBe(200)
  })

  it.each([
    ['a document that does not parse', '{ me(', 'GRAPHQL_PARSE_FAILED'],
    ['a field that does not exist', '{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['eleven levels', `{ ${'me { '.repeat(11)} id ${'}'.repeat(12)}`, 'GRAPHQL_VALIDATION_FAILED'],
    [
      'too many objects',
      '{ urls(first: 100) { nodes { creator { urls(first: 100) { nodes { id } } } } } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    [
      'a variable of another type',
      'mutation ($url: URL!) { createUrl(input: { destination: $url }) { id } }',
      'BAD_USER_INPUT',
    ],
    ['@defer', '{ ... @defer { me { email } } }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('%s is refused as with a JSON answer', async (_what, document, code) => {
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
    const { events } = await ended((await connect({ token: key })).subscribe('{ apiKeys { totalCount } }'))
    expect(events[0]?.errors?.[0]?.extensions?.code).toMatch(/INSUFFICIENT_SCOPE|API_KEY_NOT_ACCEPTED/)
  })

  it('a credential that was revoked meanwhile is refused', async () => {
    const account = await test.seed.account()
    const client = await connect({ token: account.token })
    await ended(client.subscribe('{ me { email } }'))
    await test.rest.post('/v1/auth/logout', undefined, { token: account.token })
    const { events, errors } = await ended(client.subscribe('{ me { email } }'))
    const [error] = errors ?? events[0]?.errors ?? []
    expect(error?.extensions?.code).toBe('INVALID_TOKEN')
  })

  it('a document that was registered over HTTP runs by its hash', async () => {
    const query = `{ me { email } } # registered, ${transport}`
    const extensions = { persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') } }
    const unknown = await ended((await connect()).request({ query: '', extensions }))
    expect(unknown.errors?.[0]?.extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND')
    await test.rest.post('/graphql', { query, extensions }, { token: ada.token })
    const { events } = await ended((await connect()).request({ query: '', extensions }))
    expect(events).toEqual([{ data: { me: { email: ada.email } } }])
  })

  it('the quota is charged for each root field, and one for an operation that exceeds it', async () => {
    const limited = withSettings(test, { RATE_LIMITS: 'on', RATE_LIMIT_PER_MINUTE: '7' })
    const { token } = await limited.seed.account()
    const client = await connect({ token }, limited)
    const four = '{ a: __typename b: __typename c: __typename d: __typename }'
    expect((await ended(client.subscribe(four))).events).toHaveLength(1)
    const { errors } = await ended(client.subscribe(four))
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', http: { status: 429 } })
    expect((await ended(client.subscribe('{ __typename }'))).events).toHaveLength(1)
    await client.close()
    await limited.close()
  })
})

function deep(levels: number): string {
  const inner = 'url { clicks { edges { node { '
  const nested = inner.repeat(Math.ceil((levels - 1) / 4))
  return `subscription { clickRecorded { ${nested} id ${'}'.repeat(nested.split('{').length - 1)} } }`
}

function costly(): string {
  return 'subscription { clickRecorded { url { clicks(first: 100) { edges { node { url { clicks(first: 100) { edges { cursor } } } } } } } } }'
}
