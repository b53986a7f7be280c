import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../../platform/web/language.ts'
import { type Page, sendPage } from '../../../platform/web/page.ts'
import {
  appendPath,
  buildFinalDestination,
  isFramed,
  noUtmValues,
  type Route,
  type RouteRule,
  type VisitorQuery,
} from '../../publishing/links/index.ts'
import type { Visit } from '../clicks/index.ts'
import { blockedPage } from './pages/blocked-page.ts'
import { cloakedPage } from './pages/cloaked-page.ts'
import { expiredPage, notYetPage } from './pages/notice-pages.ts'
import { passwordPage } from './pages/password-page.ts'
import { refusedPage } from './pages/refused-page.ts'
import { socialPreviewPage } from './pages/social-preview-page.ts'
import { getPublicTitle, titlePage } from './pages/title-page.ts'
import { sendMissing } from './sites/missing-link.ts'
import type { VisitDecision } from './visit.service.ts'

export interface RedirectContext {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly link: Route
  readonly visit: Visit
  readonly lang: Language
  readonly query: VisitorQuery
  /** What is appended to the path of the destination; empty for nothing. */
  readonly path?: string
  readonly abuseContact: string | undefined
  /** The start of the address of the link, such as `https://sho.rt`. */
  readonly shortUrl: string
}

/** Sends the response for a decision. If it contains the destination, the click has been recorded before. */
export function sendDecision(context: RedirectContext, decision: VisitDecision): FastifyReply {
  const { request, reply, link, lang, abuseContact } = context
  switch (decision.kind) {
    case 'too early':
      // No browser keeps or shows a failed prefetch.
      return reply.code(503).headers({ 'cache-control': 'no-store', 'retry-after': '0' }).send()
    case 'blocked':
      return sendPage(
        reply,
        blockedPage(lang, { blockCause: link.blockCause, reference: link.id, contact: abuseContact ?? null }),
      )
    case 'inactive':
      return sendMissing(request, reply)
    case 'not started':
      return sendElsewhere(context, link.notYetUrl, notYetPage(lang, decision.startsAt))
    case 'expired':
      return sendElsewhere(
        context,
        link.expiredUrl ?? request.site.domain?.expiredUrl,
        expiredPage(lang, decision.reason),
      )
    case 'locked':
      return sendPage(reply, passwordPage(lang, { isWrong: false }))
    case 'preview':
      return sendPage(reply, socialPreviewPage(lang, link, context.shortUrl))
    case 'withheld':
      return sendWithoutDestination(context, decision.from)
    case 'refused':
      return sendPage(reply, refusedPage(lang, decision.rule))
    case 'open':
      return sendDestination(context, decision.rule)
  }
}

/** The redirect to an address in place of the destination adds no UTM parameters and forwards no query. */
const noParameters = { ...noUtmValues, forwardQuery: false }

/** Redirects visitors who do not get the destination. Without an address they see the page. */
function sendElsewhere(context: RedirectContext, address: string | null | undefined, page: Page): FastifyReply {
  return address
    ? sendRedirect(context, buildFinalDestination(address, noParameters), 302)
    : sendPage(context.reply, page)
}

function sendDestination(context: RedirectContext, rule: RouteRule | null): FastifyReply {
  const { reply, link, lang } = context
  const destination = getDestination(context, rule)
  if (isShownInFrame(link, rule)) return sendPage(reply, cloakedPage(lang, { title: link.title, destination }))
  return sendRedirect(context, destination, getRedirectStatus(link))
}

/**
 * Whether visitors see the destination in a frame. The destination of a rule is not framed, because no check finds out
 * whether it allows frames.
 */
export function isShownInFrame(link: Route, rule: RouteRule | null): boolean {
  return isFramed(link) && (rule?.destination ?? null) === null
}

/** HEAD gets the status and headers of its GET, without headers that contain the destination. */
function sendWithoutDestination(context: RedirectContext, from: 'bot' | 'head'): FastifyReply {
  const { reply, link, lang } = context
  if (from === 'bot' || isFramed(link)) return sendPage(reply, titlePage(lang, getPublicTitle(link, lang)))
  return sendRedirect(context, null, getRedirectStatus(link))
}

/** The destination of a visit; `rule` is the rule that chose it. */
export function getDestination(
  { link, query, path = '' }: Pick<RedirectContext, 'link' | 'query' | 'path'>,
  rule: RouteRule | null,
): string {
  return buildFinalDestination(appendPath(rule?.destination ?? link.originalUrl, path), link, query)
}

/** A cloaked link whose destination refuses frames may be framed later, so browsers must not keep the redirect. */
export function getRedirectStatus(link: Route): number {
  return link.isCloaked && !isFramed(link) ? 302 : link.redirectType
}

function sendRedirect(
  { reply, link, visit }: RedirectContext,
  destination: string | null,
  status: number,
): FastifyReply {
  return reply
    .status(status)
    .headers(buildRedirectHeaders(link, visit, destination, status))
    .send()
}

/** The headers of a redirect; `destination` is null when it must not be given. */
export function buildRedirectHeaders(
  link: Route,
  visit: Visit,
  destination: string | null,
  status: number,
): Record<string, string> {
  const isPermanent = status === 301 || status === 308
  const isPrivate = link.privacyMode || visit.wantsPrivacy
  return {
    ...(destination !== null && { location: destination }),
    'cache-control': isPermanent ? 'private, max-age=90' : 'private, no-store',
    'referrer-policy': isPrivate ? 'no-referrer' : 'no-referrer-when-downgrade',
    'x-robots-tag': 'noindex',
  }
}
