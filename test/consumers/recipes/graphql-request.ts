import { ClientError, GraphQLClient } from 'graphql-request'
import type { Session } from '../../../examples/frontend/session.ts'

export function createGraphQLClient(url: string, session: Session): GraphQLClient {
  return new GraphQLClient(url, {
    requestMiddleware: async (request) => {
      const headers = new Headers(request.headers)
      headers.set('authorization', await session.authorization())
      return { ...request, headers }
    },
  })
}

/** What a request was rejected with. */
export const errorsOf = (error: unknown) => (error instanceof ClientError && error.response.errors) || [error as Error]
