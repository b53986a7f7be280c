import {
  type Span as OpenTelemetrySpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracingSettings } from '../../config/tracing.ts'
import { type Logger, OngoingState } from '../shared/logger.ts'
import { secondMs, withTimeout } from '../shared/time.ts'
import { programVersion } from '../shared/version.ts'
import type { Span, SpanAttributes, SpanStart, Tracer } from './tracing.ts'

/** How long one batch may take, with its repetitions. */
const exportTimeoutMs = 5 * secondMs

/** How long a stop waits for the last spans. */
const stopTimeoutMs = 2 * secondMs

/** Spans that wait for the collector; what comes after them is dropped. About 4 MB. */
const maxWaitingSpans = 4_096

/** The only file that loads OpenTelemetry, and is itself only loaded for a collector. */
export function createTracer(settings: TracingSettings, log: Pick<Logger, 'warn' | 'info'>): Tracer {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.version': programVersion.version,
    }),
    sampler: createSampler(settings),
    spanLimits: { attributeValueLengthLimit: 4_096 },
    spanProcessors: [
      new BatchSpanProcessor({ exporter: createExporter(settings, log), maxQueueSize: maxWaitingSpans }),
    ],
  })
  const tracer = provider.getTracer('tack')
  return {
    startSpan: ({ name, kind = 'internal', attributes = {}, parent, startedAtMs = performance.now() }) => {
      const options = { kind: spanKinds[kind], attributes, startTime: startedAtMs }
      return new RecordedSpan(tracer.startSpan(name, options, toContext(parent)))
    },
    // The log says by itself that the collector does not answer.
    stop: () => withTimeout(stopTimeoutMs, provider.shutdown()).catch(() => undefined),
  }
}

/**
 * A share of the requests. The samplers of OpenTelemetry look at the id of the trace, which a caller can choose, so this one
 * decides by chance.
 */
function createSampler({ ratio, callersDecide }: TracingSettings): Sampler {
  const byChance: Sampler = {
    shouldSample: () => ({
      decision: Math.random() < ratio ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
    }),
    toString: () => `ByChance{${ratio}}`,
  }
  const callers = callersDecide ? {} : { remoteParentSampled: byChance, remoteParentNotSampled: byChance }
  return new ParentBasedSampler({ root: byChance, ...callers })
}

/** Sends batches as OTLP over HTTP in JSON, and logs when that begins to fail and when it works again. */
function createExporter({ endpoint, headers }: TracingSettings, log: Pick<Logger, 'warn' | 'info'>): SpanExporter {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers, timeoutMillis: exportTimeoutMs })
  const outage = new OngoingState(log, 'the collector accepts traces again')
  return {
    export: (spans, onResult) =>
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.SUCCESS) outage.end()
        else outage.begin(() => log.warn({ err: result.error }, 'the collector accepts no traces; they are dropped'))
        onResult(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}

const spanKinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const satisfies Record<NonNullable<SpanStart['kind']>, SpanKind>

/** The context below a span of ours or of another service. A header that is not valid is ignored. */
function toContext(parent: SpanStart['parent']) {
  if (parent instanceof RecordedSpan) return trace.setSpan(ROOT_CONTEXT, parent.inner)
  const remote = typeof parent === 'string' ? parseTraceParent(parent) : null
  return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT
}

class RecordedSpan implements Span {
  constructor(readonly inner: OpenTelemetrySpan) {}

  get traceId(): string {
    return this.inner.spanContext().traceId
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.inner.spanContext()
    return `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`
  }

  get isSampled(): boolean {
    return (this.inner.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0
  }

  get isRecording(): boolean {
    return this.inner.isRecording()
  }

  rename(name: string): void {
    this.inner.updateName(name)
  }

  setAttributes(attributes: SpanAttributes): void {
    this.inner.setAttributes(attributes)
  }

  fail(reason: string): void {
    this.inner.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', reason)
  }

  end(): void {
    this.inner.end(performance.now())
  }
}
