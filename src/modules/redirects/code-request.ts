import type { FastifyRequest } from 'fastify'
import type { Route } from '../links/index.ts'

export type CodeRequest = FastifyRequest<{ Params: { code: string } }>

/** The query as it was sent, without its question mark. */
export function getQuery({ url }: FastifyRequest): string {
  return url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
}

/** Where a link is opened: made of its code, not of the address as sent, which may name another host. */
export function buildLinkPath({ code }: Route, query: string): string {
  return query === '' ? `/${code}` : `/${code}?${query}`
}

/** Whether a switch such as `no-track` is set: `?no-track` and `?no-track=1` are, `?no-track=0` is not. */
export function hasFlag(query: string, name: string): boolean {
  const value = new URLSearchParams(query).get(name)
  return value !== null && !/^(0|false)$/.test(value)
}

/**
 * Whether a page of another site sent this request (Fetch Metadata; `Origin` is no help, for our form page sends none).
 * Clients that do not say are believed.
 */
export function isCrossSite({ headers }: FastifyRequest): boolean {
  return !/^(same-origin|none)$/.test(String(headers['sec-fetch-site'] ?? 'none'))
}
