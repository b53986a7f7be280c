import type { FastifyInstance, HTTPMethods } from 'fastify'
import { MethodNotAllowed } from '../base/failures.ts'

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** Answers 405 with `Allow` to every method the path does not have, before any body is read. */
export function refuseOtherMethods(scope: FastifyInstance, url: string, taken: readonly HTTPMethods[]): void {
  scope.route({
    method: methods.filter((method) => !taken.includes(method)) as HTTPMethods[],
    url,
    config: { refusesMethod: true },
    logLevel: 'warn',
    onRequest: async () => {
      throw new MethodNotAllowed(taken)
    },
    handler: () => undefined,
  })
}
