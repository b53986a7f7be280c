import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { isDatabaseUnavailable } from '../database/database.errors.ts'
import { Internal, InvalidParams, Unavailable } from '../shared/general.errors.ts'
import { ServiceError } from '../shared/service-error.ts'

/**
 * The one place where an error becomes what a caller may read: a failure stays itself, GraphQL's refusal of a document
 * or a variable is a 400, a database out of reach is a 503, and anything else says nothing of its inside.
 */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (error instanceof GraphQLError) {
    const { originalError } = error
    if (originalError && !(originalError instanceof GraphQLError)) return toServiceError(originalError)
    // One within a field is about a value of ours that its type could not hold, and nobody else's fault.
    return error.path ? new Internal(error) : new InvalidParams([], 'The request is not valid for this schema.')
  }
  return isDatabaseUnavailable(error) ? new Unavailable(error) : new Internal(error)
}

/** Codes of Apollo's own that keep their name on /graphql, with what the caller can do about each. */
export const documentErrorResolutions: Readonly<Record<string, string>> = {
  GRAPHQL_PARSE_FAILED: 'Correct the document at the place named in locations.',
  GRAPHQL_VALIDATION_FAILED: 'Compare the document with the schema at the place named in locations.',
  BAD_USER_INPUT: 'Send the variable in the form its type describes.',
  BAD_REQUEST: 'Send a POST with Content-Type: application/json and a body with a query.',
  OPERATION_RESOLUTION_FAILURE: 'Name one of the operations of the document in operationName.',
  PERSISTED_QUERY_NOT_SUPPORTED: 'Send the whole document; persisted queries are not kept.',
}

/**
 * Renders an error for a GraphQL answer: the code, resolution and status its REST answer would have, in `extensions`.
 * Apollo's messages quote what was received, which may be a password, so values are taken out of them.
 */
export function formatError(
  formatted: GraphQLFormattedError,
  error: unknown,
  requestId?: string,
): GraphQLFormattedError {
  const code = String(formatted.extensions?.code ?? '')
  const resolution = documentErrorResolutions[code]
  if (resolution && !formatted.path) {
    const extensions = { code, resolution, http: { status: httpStatusOf(error) }, requestId }
    return { message: redactValues(formatted.message, error).trim(), ...locationOf(formatted), extensions }
  }
  const serviceError = toServiceError(error)
  return {
    message: serviceError.message,
    ...locationOf(formatted),
    extensions: {
      code: serviceError.code,
      resolution: serviceError.resolution,
      http: { status: serviceError.status },
      ...(serviceError.details?.length && { details: serviceError.details }),
      requestId,
    },
  }
}

function locationOf({ locations, path }: GraphQLFormattedError): Pick<GraphQLFormattedError, 'locations' | 'path'> {
  return { ...(locations && { locations }), ...(path && { path }) }
}

/** Apollo answers some requests with a status of its own, such as 405 to a mutation by GET. */
function httpStatusOf(error: unknown): number {
  const { status = 400 } = ((error as Partial<GraphQLError>).extensions?.http ?? {}) as { status?: number }
  return Math.max(status, 400)
}

function redactValues(message: string, error: unknown): string {
  const [node] = error instanceof GraphQLError ? (error.nodes ?? []) : []
  if (node?.kind === 'VariableDefinition')
    return `The variable "$${node.variable.name.value}" is missing or not of its type.`
  if (node?.kind.endsWith('Value')) return 'A value in the document is not of the type its place expects.'
  return message.replace(/ (Name|String|BlockString|Int|Float|Comment) ".*$/s, ' $1.')
}
