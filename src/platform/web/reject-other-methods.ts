import type { FastifyInstance, HTTPMethods } from 'fastify'
import { MethodNotAllowed } from '../shared/general.errors.ts'

const allMethods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

interface RejectionOptions {
  readonly constraints?: Readonly<Record<string, string>>
  /** Whether scripts of other origins call the address: then OPTIONS answers their preflights. */
  readonly crossOrigin?: boolean
}

/** Answers 405 with `Allow` to every other method, before the body is read. */
export function rejectOtherMethods(
  scope: FastifyInstance,
  url: string,
  allowedMethods: readonly HTTPMethods[],
  { constraints = {}, crossOrigin = false }: RejectionOptions = {},
): void {
  scope.route({
    method: allMethods.filter((method) => !allowedMethods.includes(method)) as HTTPMethods[],
    url,
    constraints,
    config: { rejectsMethod: true, crossOrigin },
    logLevel: 'warn',
    onRequest: async () => {
      throw new MethodNotAllowed(allowedMethods)
    },
    handler: () => undefined,
  })
}
