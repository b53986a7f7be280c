import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSettings } from '../../src/config.ts'
import { createTracer } from '../../src/platform/tracing/open-telemetry.ts'
import {
  installTracer,
  removeTracer,
  runInSpan,
  type Span,
  withSpan,
  withSpanIfUsed,
} from '../../src/platform/tracing/tracing.ts'
import { type Collector, startCollector } from '../support/collector.ts'

let collector: Collector
beforeAll(async () => {
  collector = await startCollector()
})
afterAll(() => collector.close())

const silent = { info: () => undefined, warn: () => undefined }
const callersTrace = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = { chosen: `00-${callersTrace}-00f067aa0ba902b7-01`, left: `00-${callersTrace}-00f067aa0ba902b7-00` }

const open = (sampler: Record<string, string>) => {
  const { tracing } = readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...sampler })
  if (!tracing) throw new Error('No collector is set.')
  return createTracer(tracing, silent)
}

it.each([
  [{}, 'chosen', true],
  [{}, 'left', true],
  [{ OTEL_TRACES_SAMPLER_ARG: '0' }, 'chosen', false],
  [{ OTEL_TRACES_SAMPLER_ARG: '0' }, 'left', false],
  [{ OTEL_TRACES_SAMPLER: 'always_off' }, 'chosen', false],
  [{ OTEL_TRACES_SAMPLER: 'always_on', OTEL_TRACES_SAMPLER_ARG: '0' }, 'left', true],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, 'chosen', true],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_always_on' }, 'left', false],
  [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, 'chosen', true],
] as const)('with %o, a request whose caller has %s it is traced: %s', async (sampler, caller, isTraced) => {
  const tracer = open(sampler)
  const span = tracer.startSpan({ name: 'request', parent: traceparent[caller] })
  expect(span.isRecording).toBe(isTraced)
  expect(span.traceId).toBe(callersTrace)
  const inner = tracer.startSpan({ name: 'statement', parent: span })
  expect(inner.isRecording).toBe(isTraced)
  expect(inner.traceparent).toMatch(new RegExp(`^00-${callersTrace}-[0-9a-f]{16}-0${isTraced ? 1 : 0}$`))
  await tracer.stop()
})

it('chooses by chance, so that a caller cannot choose an id that is always traced', async () => {
  const tracer = open({ OTEL_TRACES_SAMPLER_ARG: '0.5' })
  const parent = '00-00000000000000000000000000000001-00f067aa0ba902b7-01'
  const spans = Array.from({ length: 200 }, () => tracer.startSpan({ name: 'request', parent }))
  const traced = spans.filter(({ isRecording }) => isRecording).length
  expect(traced).toBeGreaterThan(50)
  expect(traced).toBeLessThan(150)
  await tracer.stop()
})

it('makes one choice for a request and all that it runs', async () => {
  const tracer = open({ OTEL_TRACES_SAMPLER: 'parentbased_always_on' })
  installTracer(tracer)
  const [left, chosen] = [traceparent.left, traceparent.chosen].map((parent) =>
    tracer.startSpan({ name: 'request', parent }),
  ) as [Span, Span]
  const isOperationTraced = async (span?: Span) => span?.isRecording ?? false
  expect(await runInSpan(left, () => withSpan({ name: 'operation' }, isOperationTraced))).toBe(false)
  expect(await runInSpan(chosen, () => withSpan({ name: 'operation' }, isOperationTraced))).toBe(true)
  await removeTracer()
})

it('puts what runs on after a resolver without statements below its request', async () => {
  const tracer = open({})
  installTracer(tracer)
  const request = tracer.startSpan({ name: 'request' })
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let background: Promise<string | undefined> | undefined
  runInSpan(request, () =>
    withSpanIfUsed('Query.urls', () => {
      background = ended.then(() => withSpan({ name: 'later' }, async (span) => span?.traceId))
    }),
  )
  end()
  expect(await background).toBe(request.traceId)
  await removeTracer()
  expect(collector.spans.filter(({ traceId }) => traceId === request.traceId).map(({ name }) => name)).toEqual([
    'later',
  ])
})

it.each([
  'nonsense',
  '',
  `ff-${callersTrace}-00f067aa0ba902b7-01`,
  `00-${callersTrace}-0000000000000000-01`,
  `00-${callersTrace.toUpperCase()}-00f067aa0ba902b7-01`,
  `00-${callersTrace}-00f067aa0ba902b7-01, 00-${callersTrace}-00f067aa0ba902b7-01`,
  `00-${callersTrace}-00f067aa0ba902b7-01-more`,
])('ignores the traceparent %j', async (parent) => {
  const tracer = open({})
  expect(tracer.startSpan({ name: 'request', parent }).traceId).not.toBe(callersTrace)
  await tracer.stop()
})

it.each([
  ['http://localhost:4318/', 'http://localhost:4318'],
  ['https://otlp.example.com/otlp', 'https://otlp.example.com/otlp'],
])('reads the collector %s', (text, endpoint) => {
  expect(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: text }).tracing).toEqual({
    endpoint,
    headers: {},
    serviceName: 'tack',
    ratio: 1,
    callersDecide: false,
  })
})

it('is off without a collector, whatever else is set', () => {
  expect(readSettings({ OTEL_SERVICE_NAME: 'tack', OTEL_TRACES_SAMPLER: 'always_on' }).tracing).toBeUndefined()
})

it.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://user:password@localhost:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'api key=secret'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=%zz'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=a%0d%0ab'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['OTEL_TRACES_SAMPLER_ARG', '10%'],
])('rejects %s=%s without repeating it', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name} accepts `))
})
