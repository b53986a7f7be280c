import type { FastifyInstance } from 'fastify'
import { assertParameterCount, maxQueryParameters } from '../shared/text/parameter-count.ts'

/** Answers 400 to a query string with too many parameters, on every route except the routes for visitors. */
export function limitQueryParameters(server: FastifyInstance): void {
  server.addHook('onRequest', async ({ url, routeOptions }) => {
    if (routeOptions.config.isForVisitors) return
    const start = url.indexOf('?')
    if (start >= 0) assertParameterCount('query', url.slice(start + 1), maxQueryParameters)
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reads the beginning of any query: the visitor is a person who follows a link (`VisitorQuery`). */
    isForVisitors?: true
  }
}
