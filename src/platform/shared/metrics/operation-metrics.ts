import type { GraphQLFormattedError } from 'graphql'
import { secondMs } from '../time.ts'
import { Counter, Histogram } from './counter.ts'

/** How a caller reaches the operations of the API. */
export type ApiInterface = 'graphql' | 'rest' | 'websocket' | 'sse' | 'mcp'

const operations = new Counter({
  name: 'tack_operations_total',
  help: 'Operations of the API by their result. An operation of GraphQL counts once for each of its root fields.',
  labels: ['interface', 'operation', 'result'],
})

const durations = new Histogram({
  name: 'tack_operation_duration_seconds',
  help: 'How long operations of the API took, a subscription until it had started.',
  labels: ['interface', 'operation'],
  bounds: [0.01, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
})

const errors = new Counter({
  name: 'tack_operation_errors_total',
  help: 'Errors that callers of the API have read, by their code.',
  labels: ['interface', 'code'],
})

/** A document or an address that names no operation. */
const unknownOperation = 'unknown'

/** What one request has run, for its line in the log. */
export class RequestSummary {
  interface?: ApiInterface
  /** Operations that the schema declares. */
  readonly operations = new Set<string>()
  /** What an operation of GraphQL costs (docs/decisions/prices.md). */
  price?: number
}

/** An operation that was answered. */
export interface AnsweredOperation {
  readonly interface: ApiInterface
  /** An operation that the schema declares; undefined for a request that names none. */
  readonly name: string | undefined
  /** The status of the answer, or of the error of this operation. */
  readonly status: number
  readonly durationMs: number
}

/** Counts the operation, and adds it to the summary of its request. The summary is absent when the caller is not known yet. */
export function recordOperation(
  { interface: over, name = unknownOperation, status, durationMs }: AnsweredOperation,
  summary: RequestSummary | undefined,
): void {
  if (summary) {
    summary.interface = over
    summary.operations.add(name)
  }
  operations.increment(over, name, status < 400 ? 'succeeded' : status < 500 ? 'rejected' : 'failed')
  durations.observe(durationMs / secondMs, over, name)
}

export function recordOperationError(over: ApiInterface, code: string): void {
  errors.increment(over, code)
}

/** Records each root field once, with the worst of its errors. A request that was rejected before it ran has none. */
export function recordRootFields(
  over: ApiInterface,
  rootFields: ReadonlyMap<string, string>,
  errors: readonly GraphQLFormattedError[] = [],
  durationMs: number,
  summary: RequestSummary,
): void {
  for (const { extensions } of errors) recordOperationError(over, String(extensions?.code))
  const statusOf = (name: string | undefined) => {
    const own = errors.filter(({ path }) => path === undefined || rootFields.get(String(path[0])) === name)
    return Math.max(200, ...own.map(({ extensions }) => (extensions?.http as { status?: number })?.status ?? 500))
  }
  const names = rootFields.size === 0 ? [undefined] : new Set(rootFields.values())
  for (const name of names) recordOperation({ interface: over, name, status: statusOf(name), durationMs }, summary)
}
