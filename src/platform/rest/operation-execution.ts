import type { DocumentNode, GraphQLError, GraphQLSchema } from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import { toServiceError } from '../graphql/error-formatting.ts'
import { readsReplica } from '../graphql/operations.ts'
import { deadlineSecondsOf } from '../graphql/price.ts'
import type { RequestContext } from '../graphql/request-context.ts'
import { Internal } from '../shared/general.errors.ts'
import type { ServiceError } from '../shared/service-error.ts'
import { describeOperationSpan } from '../tracing/operation-spans.ts'
import { withSpan } from '../tracing/tracing.ts'
import { nameInput, type RestOperation } from './rest-operations.ts'

/** Executes an operation with the variables of its document, and returns its result. Throws `ServiceError`. */
export type ExecuteOperation = (context: RequestContext, variables: Record<string, unknown>) => Promise<unknown>

/** Runs an operation for a caller who may run it. A change takes part in the order of what its caller reads next. */
export async function runOperation(
  { kind, field }: RestOperation,
  execute: ExecuteOperation,
  context: RequestContext,
  inputs: Record<string, unknown>,
): Promise<unknown> {
  if (kind === 'mutation') return context.runWrite(() => execute(context, inputs))
  await context.prepareRead({ readsReplica: readsReplica(field) })
  return execute(context, inputs)
}

/** The error with the names of REST. The inputs are valid, so an error without a path is our fault. */
function toRestError(error: GraphQLError, inputNames: ReadonlyMap<string, string>): ServiceError {
  const serviceError = error.path ? toServiceError(error) : new Internal(error)
  serviceError.useNames({ input: (name) => nameInput(inputNames, name) })
  return serviceError
}

/**
 * Only for documents without a word of the caller: graphql-jit turns literals into code (docs/decisions/graphql-documents.md).
 */
export function compileOnFirstUse(
  restSchema: GraphQLSchema,
  document: DocumentNode,
  { name, kind, field, inputNames }: RestOperation,
): ExecuteOperation {
  const seconds = deadlineSecondsOf(field)
  // Compiling all documents would take half a second of each start.
  let compiled: CompiledQuery | undefined
  const compile = (): CompiledQuery => {
    const result = compileQuery(restSchema, document)
    if (!isCompiledQuery(result)) throw new Error(`The document of ${name} does not compile.`)
    return result
  }
  const span = describeOperationSpan(kind, { interface: 'rest', operations: [name] })
  return (context, variables) =>
    withSpan(span, async () => {
      compiled ??= compile()
      context.deadline.start({ seconds, isRead: kind === 'query' })
      try {
        const { data, errors } = await compiled.query(undefined, context, variables)
        if (errors?.[0]) throw toRestError(errors[0], inputNames)
        return (data as Record<string, unknown>)[name]
      } finally {
        context.deadline.end()
      }
    })
}
