import { type ApolloServerPlugin, HeaderMap } from '@apollo/server'
import { type DocumentNode, GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql'
import { RateLimited } from '../base/failures.ts'
import type { Context } from './context.ts'
import { refuseTooCostly } from './cost.ts'
import { SocketRequired } from './live/failures.ts'
import type { Quota } from './quota.ts'
import { rootFieldsOf } from './root.fields.ts'

/** An operation as the caller sent it, parsed and valid. */
export interface Sent {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>>
}

/**
 * Decides on a whole operation before anything of it runs: first its cost, then its charge to the caller's quota, a
 * call for each root field as REST would charge them, all or none.
 */
export async function admitOperation(sent: Sent, context: Context, quota: Quota): Promise<void> {
  refuseTooCostly(sent)
  const fields = rootFieldsOf(sent)
  if (fields > quota.most) throw neverAffordable(fields, quota.most)
  await quota.take(context, fields)
}

/** The same for what comes as an HTTP request, by which nothing can be subscribed to. */
export function admission(quota: Quota): ApolloServerPlugin<Context> {
  return {
    async requestDidStart({ schema }) {
      return {
        // In one hook: Apollo runs those of several plugins at once, and what is too costly must not be charged.
        async didResolveOperation({ document, operation, operationName, request, contextValue }) {
          // Apollo says itself which operation it could not find.
          if (!operation) return
          if (operation.operation === 'subscription') throw notByRequest()
          const variables = request.variables ?? {}
          await admitOperation({ schema, document, operation, operationName, variables }, contextValue, quota).catch(
            refuse,
          )
        },
      }
    },
  }
}

function notByRequest(): GraphQLError {
  const failure = new SocketRequired()
  return new GraphQLError(failure.message, { originalError: failure, extensions: { http: { status: failure.status } } })
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
