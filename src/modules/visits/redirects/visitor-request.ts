import type { FastifyReply, FastifyRequest } from 'fastify'
import type { NetworkRateLimiter } from '../../../platform/rate-limiting/network-rate-limiter.ts'
import {
  type CodeAddress,
  type MissingCodes,
  type Route,
  readCodeAddress,
  type VisitorQuery,
} from '../../publishing/links/index.ts'
import type { QrImageService } from '../../publishing/qr-codes/index.ts'
import type { LocationFinder } from '../clicks/index.ts'
import type { LinkPasswordVerifier, UnlockTokenIssuer } from './link-password.ts'
import type { ConsentTokens } from './pixels/consent-tokens.ts'
import type { PixelPages } from './pixels/pixel-pages.ts'
import type { VisitService } from './visit.service.ts'

export interface VisitorServices {
  readonly visitorRateLimiter: NetworkRateLimiter
  readonly imageRateLimiter: NetworkRateLimiter
  readonly visits: VisitService
  readonly missingCodes: MissingCodes
  readonly locations: LocationFinder
  readonly unlockTokens: UnlockTokenIssuer
  readonly passwordVerifier: LinkPasswordVerifier
  readonly qrImages: QrImageService
  readonly pixelPages: PixelPages
  readonly consentTokens: ConsentTokens
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

/** The address of a request. */
export function readAddress({ params, url }: CodeRequest): CodeAddress {
  return readCodeAddress(params.code, url)
}

/** The path that opens a link. It is built from the code, because the path of the request may name another host. */
export function buildLinkPath({ code }: Route, query: VisitorQuery, path = ''): string {
  return `/${code}${path}${query.parameters.length === 0 ? '' : `?${query}`}`
}
