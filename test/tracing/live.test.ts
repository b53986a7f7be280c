import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listen, startApp } from '../support/app.ts'
import { type CollectedSpan, type Collector, startCollector } from '../support/collector.ts'
import { eventStreamClient, liveClient } from '../support/live.ts'
import { agents } from '../support/visitor.ts'

let collector: Collector
beforeAll(async () => {
  collector = await startCollector()
  const test = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const { server } = test.app
  const base = `http://127.0.0.1:${await listen(test)}`
  const { token, ...account } = await test.seed.account()
  const link = await test.seed.link({ token, ...account })

  const socket = await liveClient(server, { token })
  const read = socket.subscribe('{ urls { edges { node { id } } } }')
  await vi.waitFor(() => expect(read.isComplete).toBe(true), 20_000)
  await socket.close()

  const stream = await eventStreamClient(server, { token })
  const clicks = stream.subscribe('subscription { clickRecorded { id } }')
  const visit = { redirect: 'manual', headers: { 'user-agent': agents.chrome } } as const
  await vi.waitFor(async () => {
    await fetch(`${base}/${link.shortUrl.split('/').at(-1)}`, visit)
    expect(clicks.errors).toBeUndefined()
    expect(clicks.events.length).toBeGreaterThan(0)
  }, 20_000)
  await stream.close()
  await vi.waitFor(async () => expect(await test.metrics()).toMatch(/^tack_live_event_streams 0$/m), 20_000)

  // Callers who leave while they wait for an answer.
  const leave = () =>
    fetch(`${base}/v1/urls`, { headers: { authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(1) })
  await Promise.allSettled(Array.from({ length: 20 }, leave))
  await test.close()
})
afterAll(() => collector.close())

const traceOf = ({ traceId }: CollectedSpan) => collector.spans.filter((span) => span.traceId === traceId)
const descendantsOf = (span: CollectedSpan): CollectedSpan[] =>
  collector.childrenOf(span).flatMap((child) => [child, ...descendantsOf(child)])

it('puts an operation over a WebSocket in a trace of its own', () => {
  const operations = collector.spans.filter(({ attributes }) => attributes['tack.interface'] === 'websocket')
  expect(operations).toMatchObject([{ name: 'query urls', parentSpanId: '' }])
  expect(operations.flatMap(descendantsOf).map(({ name }) => name)).toContainEqual(expect.stringMatching(/^SELECT /))
})

it('puts each event of a subscription in a trace of its own, and its start below the request', () => {
  const events = collector.spans.filter(({ name }) => name === 'subscription event')
  expect(events.length).toBeGreaterThan(0)
  expect(events.filter(({ parentSpanId }) => parentSpanId !== '')).toEqual([])
  const [start] = collector.spans.filter(({ name }) => name === 'subscription clickRecorded')
  if (!start) throw new Error('The start has no span.')
  expect(traceOf(start).find(({ parentSpanId }) => parentSpanId === '')).toMatchObject({
    name: 'POST /graphql',
    attributes: { 'error.type': 'disconnected' },
    isError: false,
  })
})

it('ends the span of a request whose caller has left', () => {
  const roots = new Set(collector.spans.filter(({ parentSpanId }) => parentSpanId === '').map(({ traceId }) => traceId))
  const operations = collector.spans.filter(({ name }) => name === 'query urls')
  expect(operations.filter(({ traceId }) => !roots.has(traceId))).toEqual([])
})
