import { AsyncLocalStorage } from 'node:async_hooks'
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled'
import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { InvalidParams, MethodNotAllowed } from '../shared/general.errors.ts'
import { documentLimitRules } from './document-limits.ts'
import { formatError, toServiceError } from './error-formatting.ts'
import { admissionPlugin } from './operation-admission.ts'
import { createPersistedQueryCache } from './persisted-queries.ts'
import type { RequestContext } from './request-context.ts'
import type { Quota } from './request-limits.ts'

/** Carries the request id to `formatError`, because Apollo formats errors without the request. */
const requestIds = new AsyncLocalStorage<string>()

/** The largest GraphQL request body, in bytes. */
const bodyLimitBytes = 256 * 1024

/** Serves the schema at /graphql through Apollo Server. CSRF prevention stays on and batches stay rejected. */
export async function serveGraphql(server: FastifyInstance, schema: GraphQLSchema, quota: Quota): Promise<void> {
  const apollo = new ApolloServer<RequestContext>({
    schema,
    // Code generators read the schema. Its file is public too, so hiding it here would protect nothing.
    introspection: true,
    includeStacktraceInErrorResponses: false,
    persistedQueries: { cache: createPersistedQueryCache() },
    parseOptions: { maxTokens: 1000 },
    validationRules: documentLimitRules,
    stopOnTerminationSignals: false,
    formatError: (formatted, error) => formatError(formatted, error, requestIds.getStore()),
    plugins: [ApolloServerPluginLandingPageDisabled(), admissionPlugin(quota), logServerErrors],
  })
  await apollo.start()
  server.addHook('onClose', () => apollo.stop())
  const handleRequest = fastifyApolloHandler(apollo, { context: async (request: FastifyRequest) => request.context })
  server.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    bodyLimit: bodyLimitBytes,
    config: { crossOrigin: true, quota: 'by root field' },
    exposeHeadRoute: false,
    onRequest: rejectInvalidHost,
    handler: (request, reply) => requestIds.run(request.id, () => handleRequest.call(server, request, reply)),
  })
  server.route({
    method: ['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'],
    url: '/graphql',
    config: { rejectsMethod: true, crossOrigin: true },
    onRequest: async () => {
      throw new MethodNotAllowed(['GET', 'POST'])
    },
    handler: () => undefined,
  })
}

/** RFC 9112, 3.2: an invalid Host is a bad request. The Apollo integration would fail to parse the URL. */
async function rejectInvalidHost({ hostname }: FastifyRequest): Promise<void> {
  if (!URL.canParse(`http://${hostname}/`)) throw InvalidParams.forField('Host', 'must be a host name')
}

/** Logs the causes that callers must not read, with the request id of the answer. */
const logServerErrors: ApolloServerPlugin<RequestContext> = {
  async requestDidStart() {
    return {
      async didEncounterErrors({ contextValue, errors }) {
        for (const error of errors) {
          const { status, cause, message } = toServiceError(error)
          if (status >= 500) contextValue.request.log.error({ err: cause ?? error }, message)
        }
      },
    }
  },
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Scripts of every origin may call the route (CORS). */
    crossOrigin?: boolean
    /** The route only rejects methods that its path does not support. */
    rejectsMethod?: boolean
  }
}
