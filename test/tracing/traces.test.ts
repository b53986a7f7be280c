import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listen, type StartedApp, startApp } from '../support/app.ts'
import { type CollectedSpan, type Collector, startCollector } from '../support/collector.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { agents } from '../support/visitor.ts'

const password = 'a password that nobody else has 4711'
const personName = 'Zacharias Unmistakable'
const email = 'zacharias.unmistakable@example.com'
const destination = 'https://example.com/unmistakable-destination'
const callersTrace = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${callersTrace}-00f067aa0ba902b7-00`

let test: StartedApp
let collector: Collector
let receiver: Receiver
let base: string
let token: string
let code: string
let logs: Record<string, unknown>[]

interface Sent {
  readonly body?: object
  readonly headers?: Record<string, string>
}

/** Over a connection, because requests that are injected do not pass the listener of the server. */
async function send(method: string, path: string, { body, headers }: Sent = {}) {
  const answer = await fetch(`${base}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      'user-agent': agents.chrome,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, json: text.startsWith('{') ? JSON.parse(text) : undefined }
}

/** All requests come first, because the last spans are sent when the service stops. */
beforeAll(async () => {
  collector = await startCollector()
  receiver = await startReceiver()
  test = await startApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=the%20key%20of%20the%20collector,tenant=acme',
    OTEL_SERVICE_NAME: 'tack-under-test',
    LOG_LEVEL: 'info',
  })
  base = `http://127.0.0.1:${await listen(test)}`
  token = ''
  const registered = await send('POST', '/v1/auth/register', { body: { name: personName, email, password } })
  token = registered.json.token
  await send('POST', '/v1/webhooks', { body: { name: 'Hook', url: receiver.url, events: ['link.created'] } })
  const created = await send('POST', '/v1/urls', {
    body: { longUrl: destination, password: 'the password of the link' },
    headers: { traceparent },
  })
  expect(created.status).toBe(201)
  const open = await send('POST', '/v1/urls', { body: { longUrl: destination } })
  code = open.json.shortUrl.split('/').at(-1)
  const query = 'query NameOfTheCaller($first: Int) { urls(first: $first) { edges { node { id tags { name } } } } }'
  await send('POST', '/graphql', { body: { query, variables: { first: 3 } } })
  await send('POST', '/graphql', { body: { query: '{ unknownField }' } })
  await send('GET', '/v1/urls/url_01ARZ3NDEKTSV4RRFFQ69G5FAV')
  await send('GET', '/v1/urls', { headers: { traceparent: '00-00000000000000000000000000000000-00f067aa0ba902b7-01' } })
  await send('GET', '/healthz')
  for (let visit = 0; visit < 2; visit++) expect((await send('GET', `/${code}?campaign=query-string`)).status).toBe(302)
  await Promise.all(Array.from({ length: 20 }, () => send('GET', '/v1/urls')))
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), 20_000)
  logs = [...test.logs]
  await test.close()
})
afterAll(async () => {
  await collector.close()
  await receiver.close()
})

const named = (name: string) => collector.spans.filter((span) => span.name === name)
const traceOf = ({ traceId }: CollectedSpan) => collector.spans.filter((span) => span.traceId === traceId)
/** The names of a span and of what is below it. */
const tree = (span: CollectedSpan): unknown[] => [span.name, ...collector.childrenOf(span).map(tree)]

describe('a request over REST', () => {
  it('has its operation, the resolver and the statements below it', () => {
    const [request] = named('GET /v1/urls')
    expect(request).toMatchObject({
      kind: 2,
      parentSpanId: '',
      attributes: { 'http.request.method': 'GET', 'http.route': '/v1/urls', 'http.response.status_code': 200 },
    })
    const operation = collector.childrenOf(request).find(({ name }) => name === 'query urls')
    expect(operation?.attributes).toEqual({
      'graphql.operation.type': 'query',
      'graphql.operation.name': 'urls',
      'tack.interface': 'rest',
    })
    const resolver = collector.childrenOf(operation).find(({ name }) => name === 'Query.urls')
    const [statement] = collector.childrenOf(resolver)
    expect(statement).toMatchObject({
      kind: 3,
      attributes: { 'db.system.name': 'postgresql', 'db.operation.name': 'SELECT' },
    })
    expect(statement?.attributes['db.query.text']).toMatch(/\$1/)
  })

  it('has a span for a resolver only if that runs a statement', () => {
    const resolvers = collector.spans.filter(({ name }) => /^[A-Z]\w+\.\w+$/.test(name))
    expect(resolvers.length).toBeGreaterThan(3)
    expect(resolvers.filter((span) => collector.childrenOf(span).length === 0)).toEqual([])
  })

  it('continues the trace of its caller', () => {
    const [created] = collector.spans.filter(({ traceId }) => traceId === callersTrace)
    expect(traceOf(created as CollectedSpan).map(({ name }) => name)).toContain('mutation createUrl')
    expect(created).toBeDefined()
    const request = named('POST /v1/urls').find(({ traceId }) => traceId === callersTrace)
    expect(request?.parentSpanId).toBe('00f067aa0ba902b7')
  })

  it('begins a trace of its own when the header is not valid', () => {
    expect(collector.spans.some(({ traceId }) => /^0+$/.test(traceId))).toBe(false)
  })

  it('names the fault of a caller, and is no error of the service', () => {
    const [request] = named('GET /v1/urls/:id')
    expect(request).toMatchObject({ isError: false, attributes: { 'http.response.status_code': 404 } })
    expect(collector.childrenOf(request).at(-1)).toMatchObject({
      isError: false,
      attributes: { 'error.type': expect.stringMatching(/NOT_FOUND/) },
    })
  })

  it('has its trace in its log line', () => {
    const lines = logs.filter(({ msg }) => msg === 'request completed') as { traceId: string }[]
    const requests = collector.spans.filter(({ kind }) => kind === 2)
    expect(lines.length).toBeGreaterThan(5)
    const traced = new Set(requests.map(({ traceId }) => traceId))
    expect(lines.filter(({ traceId }) => !traced.has(traceId))).toEqual([])
  })
})

describe('a request over GraphQL', () => {
  it('has its operation, the resolver and the statements below it', () => {
    const [request] = named('POST /graphql').filter((span) => JSON.stringify(tree(span)).includes('Query.urls'))
    const [operation] = collector.childrenOf(request).filter(({ name }) => name === 'query urls')
    expect(operation?.attributes).toEqual({
      'graphql.operation.type': 'query',
      'graphql.operation.name': 'urls',
      'tack.interface': 'graphql',
      'tack.price': expect.any(Number),
    })
    const resolver = collector.childrenOf(operation).find(({ name }) => name === 'Query.urls')
    expect(collector.childrenOf(resolver).map(({ name }) => name)).toContainEqual(expect.stringMatching(/^SELECT link/))
  })

  it('names the code of a document that was refused', () => {
    expect(
      collector.spans.filter(({ attributes }) => attributes['error.type'] === 'GRAPHQL_VALIDATION_FAILED'),
    ).toMatchObject([{ isError: false, attributes: { 'tack.interface': 'graphql' } }])
  })
})

describe('a redirect', () => {
  it('has a span with its route and without its code', () => {
    const redirects = named('GET /:code')
    expect(redirects).toHaveLength(2)
    expect(redirects.map(({ attributes }) => attributes['http.response.status_code'])).toEqual([302, 302])
  })
})

describe('a webhook', () => {
  it('is delivered in a trace of its own, which the receiver can continue', () => {
    const deliveries = receiver.received.map(({ headers }) =>
      collector.spans.find(({ traceId, spanId }) => headers.traceparent === `00-${traceId}-${spanId}-01`),
    )
    const attributes = { 'tack.delivery.outcome': 'succeeded', 'tack.delivery.attempt': 1 }
    const expected = { name: 'webhook delivery', parentSpanId: '', attributes }
    expect(deliveries).toMatchObject([expected, expected])
    const [call] = collector.childrenOf(deliveries[0]).filter(({ name }) => name === 'POST')
    expect(call?.attributes).toEqual({ 'http.request.method': 'POST', 'http.response.status_code': 204 })
  })
})

describe('a job', () => {
  it('has a trace of its own, with the mail that it sends', () => {
    const jobs = named('job mail').map((job) => ({ ...job, mails: collector.childrenOf(job).map(({ name }) => name) }))
    const expected = { kind: 5, parentSpanId: '', mails: expect.arrayContaining(['mail email_verification']) }
    expect(jobs).toContainEqual(expect.objectContaining(expected))
  })
})

describe('all spans', () => {
  it('reach the collector with its headers and the name of the service', () => {
    expect(collector.headers[0]).toMatchObject({
      path: 'POST /v1/traces',
      'api-key': 'the key of the collector',
      tenant: 'acme',
    })
    expect(collector.resource).toEqual({
      'service.name': 'tack-under-test',
      'service.version': test.app.version.version,
    })
  })

  it('contain no value, no credential and no person', () => {
    const sent = collector.bodies.join('\n')
    const secrets = [
      ...[password, personName, email, email.split('@')[0] ?? '', 'the password of the link', token, destination],
      ...[code, 'query-string', '127.0.0.1', new URL(receiver.url).pathname, 'NameOfTheCaller', 'unknownField'],
      ...['url_01ARZ3NDEKTSV4RRFFQ69G5FAV', agents.chrome, 'the key of the collector', 'acc_'],
    ]
    expect(sent.length).toBeGreaterThan(10_000)
    expect(secrets.filter((secret) => sent.includes(secret))).toEqual([])
  })

  it('stand in one trace each, also when many requests wait for few connections', () => {
    const byId = new Map(collector.spans.map((span) => [span.spanId, span]))
    expect(byId.size).toBe(collector.spans.length)
    const crowd = named('GET /v1/urls')
    expect(crowd.length).toBeGreaterThan(20)
    const counts = crowd.map((request) => traceOf(request).filter(({ name }) => name.startsWith('SELECT link')).length)
    expect(new Set(counts.slice(-20)).size).toBe(1)
    // Background work of another test file's service may have begun before.
    const ofRequests = collector.spans.filter(({ kind }) => kind === 2).flatMap(traceOf)
    const orphans = ofRequests.filter(
      ({ kind, parentSpanId, traceId }) => kind !== 2 && byId.get(parentSpanId)?.traceId !== traceId,
    )
    expect(orphans).toEqual([])
  })

  it('leave out health checks', () => {
    expect(collector.spans.filter(({ name }) => name.includes('healthz'))).toEqual([])
  })
})
