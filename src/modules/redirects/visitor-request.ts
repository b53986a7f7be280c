import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../links/index.ts'
import type { QrImageService } from '../qr-codes/index.ts'
import type { LinkPasswordVerifier, UnlockTokenIssuer } from './link-password.ts'
import type { VisitService } from './visit.service.ts'

export interface VisitorServices {
  readonly visits: VisitService
  readonly unlockTokens: UnlockTokenIssuer
  readonly passwordVerifier: LinkPasswordVerifier
  readonly qrImages: QrImageService
}

export interface CodeRoute {
  Params: { code: string }
}

export type CodeRequest = FastifyRequest<CodeRoute>

/** Answers a request for a link. */
export type VisitorHandler = (
  services: VisitorServices,
  request: CodeRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>

/** The raw query string, without its question mark. */
export function getQuery({ url }: FastifyRequest): string {
  return url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
}

/** The path that opens a link. It is built from the code, because the path of the request may name another host. */
export function buildLinkPath({ code }: Route, query: string): string {
  return query === '' ? `/${code}` : `/${code}?${query}`
}

/** Whether a flag such as `no-track` is set: by `?no-track` and `?no-track=1`, but not by `?no-track=0`. */
export function hasFlag(query: string, name: string): boolean {
  const value = new URLSearchParams(query).get(name)
  return value !== null && !/^(0|false)$/.test(value)
}

/**
 * Whether a page of another site sent the request, by Fetch Metadata. `Origin` cannot be used, because our password page
 * sends none. Requests without the header count as same-site.
 */
export function isCrossSite({ headers }: FastifyRequest): boolean {
  return !/^(same-origin|none)$/.test(String(headers['sec-fetch-site'] ?? 'none'))
}
