import type { RequestDetails } from '../../../../platform/graphql/request-types.ts'
import { type ParsedUserAgent, parseUserAgent } from '../../../../platform/http/agents/user-agent.ts'
import { announcesPrefetch } from './prefetch.ts'
import { readReferrerHost } from './referrer.ts'

/** What one request says about its visitor. */
export interface Visit {
  readonly address: string
  readonly userAgent: string
  readonly agent: ParsedUserAgent
  /** Crawlers, link previews, monitors and browser prefetches. Their visits are not counted. */
  readonly isBot: boolean
  /** The browser asks before its user does. The visit itself follows. */
  readonly isPrefetch: boolean
  readonly botName: string | null
  /** The visitor sends Global Privacy Control. The click is recorded as for a link in privacy mode. */
  readonly wantsPrivacy: boolean
  readonly referrerHost: string | null
  /** The header `Accept-Language`. */
  readonly acceptLanguage: string | undefined
}

export function readVisit(request: Pick<RequestDetails, 'address' | 'header'>): Visit {
  const userAgent = request.header('user-agent') ?? ''
  const agent = parseUserAgent(userAgent)
  const isPrefetch = announcesPrefetch(request.header)
  return {
    address: request.address,
    userAgent,
    agent,
    isBot: agent.isBot || isPrefetch,
    isPrefetch,
    botName: agent.botName ?? (isPrefetch ? 'prefetch' : null),
    wantsPrivacy: request.header('sec-gpc') === '1',
    referrerHost: readReferrerHost(request.header('referer')),
    acceptLanguage: request.header('accept-language'),
  }
}
