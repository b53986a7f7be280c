import type { GraphQLRequest } from '@apollo/server'

/** An operation as graphql-ws and graphql-sse pass it on. */
export interface OperationPayload {
  readonly query: string
  readonly operationName?: string | null | undefined
  readonly variables?: Record<string, unknown> | null | undefined
  readonly extensions?: Record<string, unknown> | null | undefined
}

/** A document that is named by its hash has an empty text: both libraries require one. */
export function toGraphqlRequest({ query, operationName, variables, extensions }: OperationPayload): GraphQLRequest {
  return {
    ...(query !== '' && { query }),
    ...(operationName != null && { operationName }),
    ...(variables != null && { variables }),
    ...(extensions != null && { extensions }),
  }
}
