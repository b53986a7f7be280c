import type { FastifyInstance } from 'fastify'

/** Every route of the server as its method and path, such as `GET /v1/urls/:id`. */
export function listRoutes(server: FastifyInstance): [method: string, path: string][] {
  const above: string[] = []
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line): [string, string][] => {
      const [, branch = '', segment = '', methods = ''] = /^([\s│]*[├└]── )(\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
      if (!segment) return []
      above.splice(branch.length / 4 - 1, above.length, segment)
      const path = above.join('').replace(/^\/(?=\/)/, '')
      return methods.split(', ').map((method) => [method, path])
    })
    .filter(([method]) => method !== '')
}

/** The path with the value for each parameter. */
export const toUrl = (path: string, value = 'x') => path.replace(/:[^/(]+(\(\^[^)]*\)\$?\)\[\^\/\]\+\))?/g, value)
