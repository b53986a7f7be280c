import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { NetworkRateLimiter } from '../../../../platform/rate-limiting/network-rate-limiter.ts'
import { requestLanguage } from '../../../../platform/web/language.ts'
import { sendPage } from '../../../../platform/web/page.ts'
import { getShortBase, listCodeKeys } from '../../../publishing/links/index.ts'
import { missingPage } from '../pages/notice-pages.ts'
import { domainRootPage, unknownHostPage } from '../pages/site-notice-pages.ts'
import { registerAppLinkFiles } from './app-link-files.ts'
import { isRead, redirectToFallback, sendMissing } from './missing-link.ts'
import { domainSite, type SiteConstraint, unknownSite } from './site-routing.ts'

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']

/** Files that machines look for. A missing file is an answer, which a redirect to a page would hide. */
const wellKnownPath = /^\/\.well-known\//

/**
 * Answers all paths of a domain that are no link, and every path of an unknown host, before the body of a request is
 * read.
 */
export function registerSitePages(server: FastifyInstance, visitorRateLimiter: NetworkRateLimiter): void {
  const add = (
    url: string,
    constraints: SiteConstraint,
    send: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
  ) =>
    server.route({
      method: methods,
      url,
      constraints,
      config: { rateLimit: [visitorRateLimiter] },
      logLevel: 'warn',
      onRequest: async (request, reply) => send(request, reply),
      handler: () => undefined,
    })
  add('/*', unknownSite, (request, reply) => sendPage(reply, unknownHostPage(requestLanguage(request))))
  add('/*', domainSite, (request, reply) =>
    wellKnownPath.test(request.url)
      ? sendPage(reply, missingPage(requestLanguage(request)))
      : sendMissing(request, reply),
  )
  add('/', domainSite, sendRoot)
  add('/report', domainSite, redirectToReport)
  registerAppLinkFiles(server, visitorRateLimiter)
}

/** The bare domain: its own address, the address for unknown links, or a page that says what the domain is for. */
function sendRoot(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { domain } = request.site
  if (domain && domain.rootUrl !== null && isRead(request)) return redirectToFallback(reply, domain.rootUrl)
  return domain && domain.notFoundUrl === null
    ? sendPage(reply, domainRootPage(requestLanguage(request), domain.host))
    : sendMissing(request, reply)
}

/**
 * Pages of links offer to report them. The form is on the host of the service itself, so it needs the host of a code.
 */
function redirectToReport(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { publicUrl } = request.context.settings
  const { link } = request.query as { readonly link?: unknown }
  const [codeKey] = typeof link === 'string' ? listCodeKeys(link, true) : []
  if (codeKey === undefined) return redirectToFallback(reply, `${publicUrl}/report`)
  const base = getShortBase(request.context.settings, request.site.domain?.host ?? null)
  return redirectToFallback(reply, `${publicUrl}/report?${new URLSearchParams({ link: `${base}/${codeKey}` })}`)
}
