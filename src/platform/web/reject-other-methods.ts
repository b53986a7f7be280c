import type { FastifyInstance, HTTPMethods } from 'fastify'
import { MethodNotAllowed } from '../shared/general.errors.ts'

const allMethods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** Answers 405 with `Allow` to every other method, before the body is read. */
export function rejectOtherMethods(
  scope: FastifyInstance,
  url: string,
  allowedMethods: readonly HTTPMethods[],
  constraints: Readonly<Record<string, string>> = {},
): void {
  scope.route({
    method: allMethods.filter((method) => !allowedMethods.includes(method)) as HTTPMethods[],
    url,
    constraints,
    config: { rejectsMethod: true },
    logLevel: 'warn',
    onRequest: async () => {
      throw new MethodNotAllowed(allowedMethods)
    },
    handler: () => undefined,
  })
}
