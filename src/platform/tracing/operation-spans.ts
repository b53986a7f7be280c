import type { GraphQLFormattedError } from 'graphql'
import type { RequestSummary } from '../shared/metrics/operation-metrics.ts'
import { currentSpan, type SpanAttributes } from './tracing.ts'

/** What was run. The names stand in the schema, and are not the caller's. */
type TracedOperation = Pick<RequestSummary, 'interface' | 'price'> & { readonly operations: Iterable<string> }

/** What the span of an operation is called and says. `kind` is undefined for a document that was refused. */
export function describeOperationSpan(kind: string | undefined, operation: TracedOperation) {
  const names = [...operation.operations].join(' ')
  const attributes = {
    'graphql.operation.type': kind,
    'graphql.operation.name': names,
    'tack.interface': operation.interface,
    'tack.price': operation.price,
  } satisfies SpanAttributes
  return { name: `${kind ?? 'operation'} ${names}`, attributes }
}

/** Names the current span after an operation that was answered. */
export function recordOperationSpan(
  kind: string | undefined,
  operation: TracedOperation,
  errors: readonly GraphQLFormattedError[] = [],
): void {
  const span = currentSpan()
  if (!span) return
  const { name, attributes } = describeOperationSpan(kind, operation)
  span.rename(name)
  span.setAttributes(attributes)
  const statusOf = ({ extensions }: GraphQLFormattedError) =>
    (extensions?.http as { status?: number } | undefined)?.status ?? 500
  const worst = errors.toSorted((one, other) => statusOf(other) - statusOf(one))[0]
  if (!worst) return
  const code = String(worst.extensions?.code)
  if (statusOf(worst) >= 500) span.fail(code)
  else span.setAttributes({ 'error.type': code })
}
