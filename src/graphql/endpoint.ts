import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled'
import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { Context } from './context.ts'
import { toFailure } from './errors.ts'
import { formatError } from './format.ts'
import { documentRules } from './limits.ts'

/** The largest GraphQL request body, in bytes. */
const bodyLimitBytes = 256 * 1024

/**
 * Serves the schema at /graphql through Apollo Server. Its prevention of cross-site request forgery and its refusal
 * of batches stay on.
 */
export async function serveGraph(server: FastifyInstance, schema: GraphQLSchema): Promise<void> {
  const apollo = new ApolloServer<Context>({
    schema,
    // The schema is a product: codegen reads it. Its file is published too, so hiding it here would hide nothing.
    introspection: true,
    includeStacktraceInErrorResponses: false,
    persistedQueries: false,
    parseOptions: { maxTokens: 1000 },
    validationRules: documentRules,
    stopOnTerminationSignals: false,
    formatError,
    plugins: [ApolloServerPluginLandingPageDisabled(), traceErrors],
  })
  await apollo.start()
  server.addHook('onClose', () => apollo.stop())
  server.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    bodyLimit: bodyLimitBytes,
    handler: fastifyApolloHandler(apollo, { context: async (request: FastifyRequest) => request.context }),
  })
}

/** Writes what callers must not read to the log, under the request id that both they and the log have. */
const traceErrors: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didEncounterErrors({ contextValue, errors }) {
        for (const error of errors) {
          const failure = toFailure(error)
          if (failure.status >= 500) contextValue.request.log.error({ err: failure.cause ?? error }, failure.message)
        }
      },
      async willSendResponse({ contextValue, response }) {
        if (response.body.kind !== 'single') return
        for (const error of response.body.singleResult.errors ?? []) {
          Object.assign(error.extensions ?? {}, { requestId: contextValue.request.id })
        }
      },
    }
  },
}
