import type { IncomingMessage } from 'node:http'
import type { Settings } from '../../config.ts'
import { createHostReader } from './client-address.ts'

/** Reads the path that a proxy took away from the path of a request: empty, or such as `/go`. */
export type BasePathReader = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string

/**
 * Creates a reader of the base path: the path of `SHORT_URL`, for requests to its host. A proxy does not tell which path it
 * took away, so the host decides. Under all other hosts, such as domains, the service is at the root.
 */
export function createBasePathReader(settings: Pick<Settings, 'shortUrl' | 'trustProxy'>): BasePathReader {
  const { hostname, pathname } = new URL(settings.shortUrl)
  if (pathname === '/') return () => ''
  const readHost = createHostReader(settings)
  const shortName = toName(hostname)
  return (request) => (toName(readHost(request) ?? '') === shortName ? pathname : '')
}

/** A host without its port, in lower case. Sites serve the same pages with `www.`. */
function toName(host: string): string {
  return host
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
    .toLowerCase()
    .replace(/^www\./, '')
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The path that a proxy took away from `url`: empty, or such as `/go`. Links, locations and cookies begin with it. */
    readonly basePath: string
  }
}
