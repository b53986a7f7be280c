import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Spans of OpenTelemetry, for the rest of the service. Without a collector there is no tracer: nothing of OpenTelemetry is
 * loaded, and each function here only runs what it is given.
 */

/** What a span says. Values come from closed sets: nothing that a caller wrote, no credential, no id of a person. */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>

export interface SpanOptions {
  readonly name: string
  /** `internal` by default. */
  readonly kind?: 'internal' | 'server' | 'client' | 'consumer'
  readonly attributes?: SpanAttributes
}

export interface SpanStart extends SpanOptions {
  /** The span above it, or the `traceparent` of another service. A span without one begins a trace. */
  readonly parent?: Span | string | undefined
  /** As `performance.now()`, for a span that began before. */
  readonly startedAtMs?: number
}

export interface Span {
  readonly traceId: string
  /** The header by which another service continues the trace (W3C Trace Context). */
  readonly traceparent: string
  /** Whether the trace was chosen. */
  readonly isSampled: boolean
  /** Whether the trace was chosen, and the span has not ended. */
  readonly isRecording: boolean
  rename(name: string): void
  setAttributes(attributes: SpanAttributes): void
  /** `reason` is a code or the name of a class, never a message, which may contain values. */
  fail(reason: string): void
  end(): void
}

export interface Tracer {
  startSpan(start: SpanStart): Span
  /** Sends what is left, for a short time. Never rejects. */
  stop(): Promise<void>
}

/** Where new spans are put. */
interface Scope {
  /** Whether it is in a trace that was chosen. */
  readonly isSampled: boolean
  /** Whether that is so, and what it stands for has not ended. */
  readonly isOpen: boolean
  readonly span: Span
}

/** Of the process, like its metrics. */
let tracer: Tracer | undefined

/** What runs on in the background after its request keeps the scope, which is not open by then. */
const scopes = new AsyncLocalStorage<Scope>()

export function installTracer(installed: Tracer): void {
  tracer = installed
}

/** Spans that are open now are still sent, if they end in time. */
export async function removeTracer(): Promise<void> {
  const removed = tracer
  tracer = undefined
  await removed?.stop()
}

export function isTracing(): boolean {
  return tracer !== undefined
}

/** Starts a span that the caller ends. Undefined when nothing is traced. */
export function startTrace(start: SpanStart): Span | undefined {
  return tracer?.startSpan(start)
}

/** Runs a function whose spans are put below this one. */
export function runInSpan<T>(span: Span, run: () => T): T {
  return scopes.run(new SpanScope(span), run)
}

/** Runs a function in a span below the current one. Without one, the span begins a trace. */
export function withSpan<T>(options: SpanOptions, run: (span?: Span) => Promise<T>): Promise<T> {
  const scope = tracer && scopes.getStore()
  // What belongs to a request that was not chosen must not be chosen by itself.
  if (!tracer || scope?.isSampled === false) return run()
  return runAndEnd(tracer.startSpan({ ...options, parent: scope?.span }), run)
}

/** Runs a function in the first span of a new trace, whatever the current one is. */
export function withNewTrace<T>(options: SpanOptions, run: (span?: Span) => Promise<T>): Promise<T> {
  return tracer ? runAndEnd(tracer.startSpan(options), run) : run()
}

/** Runs a function in a span that is only made when it is needed: when the function makes another span. */
export function withSpanIfUsed<T>(name: string, run: () => T): T {
  const outer = openScope()
  if (!tracer || !outer) return run()
  const scope = new UnusedScope(tracer, name, outer)
  try {
    const result = scopes.run(scope, run)
    if (!(result instanceof Promise)) {
      scope.end()
      return result
    }
    result.then(
      () => scope.end(),
      (error: unknown) => scope.end(error),
    )
    return result
  } catch (error) {
    scope.end(error)
    throw error
  }
}

/** The current span, if its trace was chosen and it has not ended. */
export function currentSpan(): Span | undefined {
  return openScope()?.span
}

/** Starts a span below the current one, which the caller ends. Undefined without a current one. */
export function startSpan(describe: () => SpanOptions): Span | undefined {
  const scope = openScope()
  return scope && tracer?.startSpan({ ...describe(), parent: scope.span })
}

/** Ends a span with the outcome of what it stands for. An error with a status below 500 is the fault of a caller. */
export function endSpan(span: Span, error?: unknown): void {
  if (error !== undefined && error !== null) {
    const { status } = error as { readonly status?: unknown }
    if (typeof status === 'number' && status < 500) span.setAttributes({ 'error.type': nameError(error) })
    else span.fail(nameError(error))
  }
  span.end()
}

function openScope(): Scope | undefined {
  if (tracer === undefined) return undefined
  const scope = scopes.getStore()
  return scope?.isOpen ? scope : undefined
}

async function runAndEnd<T>(span: Span, run: (span: Span) => Promise<T>): Promise<T> {
  try {
    const result = await runInSpan(span, () => run(span))
    span.end()
    return result
  } catch (error) {
    endSpan(span, error)
    throw error
  }
}

/** The code of the error, or its class. */
function nameError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? code : error.name
}

class SpanScope implements Scope {
  readonly isSampled: boolean

  constructor(readonly span: Span) {
    this.isSampled = span.isSampled
  }

  get isOpen(): boolean {
    return this.span.isRecording
  }
}

class UnusedScope implements Scope {
  readonly isSampled = true
  isOpen = true
  private started: Span | undefined
  private readonly startedAtMs = performance.now()

  constructor(
    private readonly owner: Tracer,
    private readonly name: string,
    private readonly outer: Scope,
  ) {}

  get span(): Span {
    const { name, startedAtMs } = this
    if (!this.isOpen) return this.started ?? this.outer.span
    this.started ??= this.owner.startSpan({ name, startedAtMs, parent: this.outer.span })
    return this.started
  }

  end(error?: unknown): void {
    this.isOpen = false
    if (this.started) endSpan(this.started, error)
  }
}
