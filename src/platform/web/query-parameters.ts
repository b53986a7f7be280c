import type { FastifyInstance } from 'fastify'
import { assertParameterCount, maxQueryParameters } from '../shared/text/parameter-count.ts'

/** Answers a query string of too many parameters with 400, on each route but those of visitors. */
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
