import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema, isEnumType } from 'graphql'
import { isDatabaseUnavailable, isStatementCancelled, isTransactionConflict } from '../database/database.errors.ts'
import { CallerLeft, Internal, InvalidParams, Unavailable } from '../shared/general.errors.ts'
import type { Logger } from '../shared/logger.ts'
import { type ErrorDefinition, type ErrorDetail, listErrorDefinitions, ServiceError } from '../shared/service-error.ts'
import { OperationTimedOut } from './operation-deadline.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Converts any error into one that callers may read. A `ServiceError` stays as it is, a GraphQL error about the
 * document or a variable becomes a 400, a database that takes too long or cannot be used now a 503, and anything else a 500
 * without details.
 */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (error instanceof GraphQLError) {
    const { originalError } = error
    if (originalError && !(originalError instanceof GraphQLError)) return toServiceError(originalError)
    // A GraphQL error with a path is about one of our values that its type cannot represent, so it is our fault.
    return error.path ? new Internal(error) : new InvalidParams([], 'The request is not valid for this schema.')
  }
  if (isStatementCancelled(error)) return new OperationTimedOut(undefined, error)
  const canRetry = isDatabaseUnavailable(error) || isTransactionConflict(error)
  return canRetry ? new Unavailable(error) : new Internal(error)
}

/** Error codes about a request to /graphql, as Apollo Server has them. */
export const documentErrors: readonly ErrorDefinition[] = [
  {
    code: 'BAD_REQUEST',
    status: 400,
    when: 'The request to /graphql is no single GraphQL request: a batch, or a request without a document.',
    resolution: 'Send a POST with Content-Type: application/json and a body with a query.',
  },
  {
    code: 'BAD_USER_INPUT',
    status: 400,
    when: 'A variable is missing or does not match its type; details name its fields.',
    resolution: 'Send the fields named in details in the form of their types.',
  },
  {
    code: 'GRAPHQL_PARSE_FAILED',
    status: 400,
    when: 'The document is not GraphQL, or has too many tokens.',
    resolution: 'Correct the document at the position named in locations.',
  },
  {
    code: 'GRAPHQL_VALIDATION_FAILED',
    status: 400,
    when: 'The document does not match the schema or exceeds a limit; @defer and @stream are not supported.',
    resolution: 'Compare the document with the schema at the position named in locations.',
  },
  {
    code: 'OPERATION_RESOLUTION_FAILURE',
    status: 400,
    when: 'operationName is missing or does not name an operation of the document.',
    resolution: 'Set operationName to one of the operations of the document.',
  },
  {
    code: 'PERSISTED_QUERY_HASH_MISMATCH',
    status: 400,
    when: 'The document was sent with a hash that is not its own.',
    resolution: 'Send the SHA-256 hash of the document in hexadecimal, or no hash.',
  },
  {
    code: 'PERSISTED_QUERY_NOT_FOUND',
    // The status that clients of automatic persisted queries expect.
    status: 200,
    when: 'The request names its document by a hash that this node does not know, or no longer.',
    resolution: 'Send the request again with the document and its hash.',
  },
]

/** Every error that a caller can read, of the error classes and about documents, sorted by status and code. */
export function listAllErrors(): ErrorDefinition[] {
  return [...listErrorDefinitions(), ...documentErrors].sort(
    (a, b) => a.status - b.status || a.code.localeCompare(b.code),
  )
}

const documentErrorsByCode = new Map(documentErrors.map((each) => [each.code, each]))

/**
 * Formats an error for a GraphQL answer, with the code, resolution and status of the corresponding REST answer in
 * `extensions`. Messages of graphql-js quote the request, which may contain a password, so values are removed. The names of an
 * enum are told from `publicSchema`, if there is one.
 */
function formatError(error: GraphQLError, requestId: string, publicSchema?: GraphQLSchema): GraphQLFormattedError {
  const formatted = error.toJSON()
  const code = String(formatted.extensions?.code ?? '')
  const documentError = documentErrorsByCode.get(code)
  if (documentError && !formatted.path && !isServiceError(error)) {
    const { resolution, status } = documentError
    const details = (formatted.extensions?.details as readonly ErrorDetail[] | undefined) ?? []
    const extensions = {
      code,
      resolution,
      http: { status: httpStatusOf(error, status) },
      ...(details.length > 0 && { details }),
      requestId,
    }
    const message = redactValues(formatted.message, error).trim() + describeEnum(formatted.message, publicSchema)
    return { message, ...locationOf(formatted), extensions }
  }
  return { ...toGraphqlError(toServiceError(error), requestId), ...locationOf(formatted) }
}

/** An error in the form of GraphQL answers. `extensions.retryAfterSeconds` is the header `Retry-After`. */
export function toGraphqlError(serviceError: ServiceError, requestId: string | undefined): GraphQLFormattedError {
  const { code, message, resolution, status, details, headers, members } = serviceError
  const retryAfter = headers['retry-after']
  return {
    message,
    extensions: {
      code,
      resolution,
      http: { status },
      ...(details?.length && { details }),
      ...(retryAfter !== undefined && { retryAfterSeconds: Number(retryAfter) }),
      ...members,
      requestId,
    },
  }
}

/** Formats an error, and logs the cause of a 5xx, which callers must not read, with the request id of the answer. */
export function formatAndLogError(
  error: GraphQLError,
  { request }: RequestContext,
  publicSchema?: GraphQLSchema,
): GraphQLFormattedError {
  logServerError(request.log, error)
  return formatError(error, request.id, publicSchema)
}

/** Any error as a GraphQL error, with itself as the cause. */
export function wrapError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error
  const originalError = error instanceof Error ? error : new Error(String(error))
  return new GraphQLError(originalError.message, { originalError })
}

/** Logs the cause of a 5xx. That a caller has left is no fault of ours, and nobody reads the answer. */
export function logServerError(log: Pick<Logger, 'info' | 'error'>, error: unknown): void {
  const serviceError = toServiceError(error)
  if (serviceError instanceof CallerLeft) log.info('The caller no longer waits.')
  else if (serviceError.status >= 500) log.error({ err: serviceError.cause ?? error }, serviceError.message)
}

/** Whether an error of ours was thrown or reported while the document was checked. */
function isServiceError(error: GraphQLError): boolean {
  return error.originalError instanceof ServiceError
}

function locationOf({ locations, path }: GraphQLFormattedError): Pick<GraphQLFormattedError, 'locations' | 'path'> {
  return { ...(locations && { locations }), ...(path && { path }) }
}

/** Some requests have a status of their own, such as 406 for one that accepts no JSON. */
function httpStatusOf(error: GraphQLError, documentedStatus: number): number {
  const { status = documentedStatus } = (error.extensions.http ?? {}) as { status?: number }
  return Math.max(status, documentedStatus)
}

function redactValues(message: string, { nodes = [] }: GraphQLError): string {
  const [node] = nodes
  if (node?.kind === 'VariableDefinition')
    return `The variable "$${pathOf(message, node.variable.name.value)}" is missing or does not match its type.`
  if (node?.kind.endsWith('Value')) return 'A value in the document does not match the expected type.'
  return message.replace(/ (Name|String|BlockString|Int|Float|Comment) ".*$/s, ' $1.')
}

/** What an enum accepts, when the message of graphql-js is about a value that the enum does not have. */
function describeEnum(message: string, publicSchema: GraphQLSchema | undefined): string {
  const [, name = ''] = /(?:in|Enum) "(\w+)" (?:enum|cannot represent)/.exec(message) ?? []
  const type = publicSchema?.getType(name)
  if (!isEnumType(type)) return ''
  const names = type.getValues().map((value) => value.name)
  return ` ${name} accepts ${names.join(', ')}.`
}

/** Where the problem is: the variable, or a field in it. Quotes inside of values are escaped, so values do not match. */
function pathOf(message: string, variable: string): string {
  const [, path = variable] = / at "([\w.[\]]+)"; /.exec(message) ?? []
  const [, missing] = /; Field "(\w+)" of required type /.exec(message) ?? []
  return missing === undefined ? path : `${path}.${missing}`
}
