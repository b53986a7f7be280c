import { type ApolloServerPlugin, HeaderMap } from '@apollo/server'
import { GraphQLError } from 'graphql'
import { RateLimited } from '../base/failures.ts'
import type { Context } from './context.ts'
import { refuseTooCostly } from './cost.ts'
import type { Quota } from './quota.ts'
import { rootFieldsOf } from './root.fields.ts'

/**
 * Decides on a whole operation before anything of it runs: first its cost, then its charge to the caller's quota, a
 * call for each root field as REST would charge them, all or none.
 */
export function admission(quota: Quota): ApolloServerPlugin<Context> {
  return {
    async requestDidStart({ schema }) {
      return {
        // In one hook: Apollo runs those of several plugins at once, and what is too costly must not be charged.
        async didResolveOperation({ document, operation, operationName, request, contextValue }) {
          // Apollo says itself which operation it could not find.
          if (!operation) return
          const variables = request.variables ?? {}
          refuseTooCostly({ schema, document, operationName, variables })
          const fields = rootFieldsOf({ schema, document, operation, variables })
          if (fields > quota.most) throw neverAffordable(fields, quota.most)
          await quota.take(contextValue, fields).catch(refuse)
        },
      }
    },
  }
}

/** No time to wait would help here. */
function neverAffordable(fields: number, most: number): GraphQLError {
  const message = `The operation has ${fields} root fields; the quota allows ${most} at once. Ask for them in several operations.`
  return new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } } })
}

/** Apollo takes the status and the headers of an answer from the error's extensions. */
function refuse(error: unknown): never {
  if (!(error instanceof RateLimited)) throw error
  // It reads a map, whatever another library has declared for this place.
  const headers = new HeaderMap(Object.entries(error.headers)) as unknown as Record<string, string>
  const http = { status: error.status, headers }
  throw new GraphQLError(error.message, { originalError: error, extensions: { http } })
}
