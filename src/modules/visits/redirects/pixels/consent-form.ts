import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isCrossSite } from '../../../../platform/web/cross-site.ts'
import { requestLanguage } from '../../../../platform/web/language.ts'
import { sendPage } from '../../../../platform/web/page.ts'
import { rejectOtherMethods } from '../../../../platform/web/reject-other-methods.ts'
import type { Route, Site } from '../../../publishing/links/index.ts'
import { readVisit } from '../../clicks/index.ts'
import { missingPage } from '../pages/notice-pages.ts'
import { pixelAnswerPage } from '../pages/pixel-answer-page.ts'
import type { SiteConstraint } from '../sites/site-routing.ts'
import type { VisitorServices } from '../visitor-request.ts'
import type { PendingVisit } from './consent-tokens.ts'
import {
  answerCookieName,
  answerTtlSeconds,
  consentPath,
  consentSamplePage,
  consentSamplePath,
  type PixelAnswer,
  parseAnswer,
} from './pixel-pages.ts'

/** In bytes: the longest destination with the longest query, in base64 and percent-encoded. */
const bodyLimit = 64 * 1024

/** Registers the form with which visitors answer whether pixels may run. The scope needs cookies and forms. */
export function registerConsentForm(
  scope: FastifyInstance,
  services: VisitorServices,
  constraints: SiteConstraint,
): void {
  const rateLimit = [services.visitorRateLimiter]
  const options = { config: { rateLimit }, logLevel: 'warn', bodyLimit, constraints } as const
  scope.post(consentPath, options, (request, reply) => handleAnswer(services, request, reply))
  scope.get(consentPath, options, (request, reply) =>
    sendPage(reply, pixelAnswerPage(requestLanguage(request), parseAnswer(request.cookies[answerCookieName]))),
  )
  rejectOtherMethods(scope, consentPath, ['GET', 'HEAD', 'POST'], { constraints })
  scope.get<{ Querystring: { providers?: unknown } }>(consentSamplePath, options, (request, reply) => {
    const lang = requestLanguage(request)
    return sendPage(reply, consentSamplePage(lang, String(request.query.providers)) ?? missingPage(lang))
  })
  rejectOtherMethods(scope, consentSamplePath, ['GET', 'HEAD'], { constraints })
}

/**
 * Remembers the answer and goes on to the destination in the token. The click was recorded before the question. An
 * answer that comes too late, or from a page of another site, leads back to the link, which asks again. A form without
 * a token comes from `GET /pixels/consent`.
 */
async function handleAnswer(
  services: VisitorServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const lang = requestLanguage(request)
  const body = (request.body ?? {}) as { answer?: unknown; visit?: unknown }
  const answer = isCrossSite(request) ? undefined : parseAnswer(body.answer)
  if (body.visit === undefined) {
    if (answer) rememberAnswer(request, reply, answer)
    return redirect(reply, request.basePath + consentPath)
  }
  const pendingVisit = services.consentTokens.read(body.visit)
  if (!pendingVisit) return sendPage(reply, missingPage(lang))
  const link = await findLink(services, pendingVisit, request.site)
  if (!answer || pendingVisit.isExpired || link === 'changed')
    return redirect(reply, `${request.basePath}/${encodeURIComponent(pendingVisit.code)}`)
  rememberAnswer(request, reply, answer)
  const { destination } = pendingVisit
  const visit = readVisit(request.context.request)
  const page = link && (await services.pixelPages.find(link, { visit, destination, lang, answer }))
  return page ? sendPage(reply, page) : redirect(reply, destination)
}

function rememberAnswer({ context, basePath }: FastifyRequest, reply: FastifyReply, answer: PixelAnswer): void {
  reply.setCookie(answerCookieName, answer, {
    path: basePath || '/',
    maxAge: answerTtlSeconds,
    httpOnly: true,
    sameSite: 'lax',
    secure: context.settings.shortUrl.startsWith('https:'),
  })
}

/** Null while the database does not answer, which must not keep visitors from the destination. */
async function findLink(
  { visits }: VisitorServices,
  { code, linkId }: PendingVisit,
  { domainId }: Site,
): Promise<Route | 'changed' | null> {
  try {
    const link = await visits.find(code, domainId)
    return link?.id === linkId && link.isActive && link.blockedAt === null ? link : 'changed'
  } catch {
    return null
  }
}

function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply
    .status(303)
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', 'no-referrer-when-downgrade')
    .header('x-robots-tag', 'noindex')
    .header('location', location)
    .send()
}
