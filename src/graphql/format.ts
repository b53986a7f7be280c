import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { toFailure } from './errors.ts'

/** Codes of Apollo's own that keep their name on /graphql, with what the caller can do about each. */
export const documentErrors: Readonly<Record<string, string>> = {
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
  const resolution = documentErrors[code]
  if (resolution && !formatted.path) {
    const extensions = { code, resolution, http: { status: transportStatus(error) }, requestId }
    return { message: withoutValues(formatted.message, error).trim(), ...placeOf(formatted), extensions }
  }
  const failure = toFailure(error)
  return {
    message: failure.message,
    ...placeOf(formatted),
    extensions: {
      code: failure.code,
      resolution: failure.resolution,
      http: { status: failure.status },
      ...(failure.details?.length && { details: failure.details }),
      requestId,
    },
  }
}

function placeOf({ locations, path }: GraphQLFormattedError): Pick<GraphQLFormattedError, 'locations' | 'path'> {
  return { ...(locations && { locations }), ...(path && { path }) }
}

/** Apollo answers some requests with a status of its own, such as 405 to a mutation by GET. */
function transportStatus(error: unknown): number {
  const { status = 400 } = ((error as Partial<GraphQLError>).extensions?.http ?? {}) as { status?: number }
  return Math.max(status, 400)
}

function withoutValues(message: string, error: unknown): string {
  const [node] = error instanceof GraphQLError ? (error.nodes ?? []) : []
  if (node?.kind === 'VariableDefinition')
    return `The variable "$${node.variable.name.value}" is missing or not of its type.`
  if (node?.kind.endsWith('Value')) return 'A value in the document is not of the type its place expects.'
  return message.replace(/ (Name|String|BlockString|Int|Float|Comment) ".*$/s, ' $1.')
}
