import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requestLanguage } from '../../../platform/web/language.ts'
import { sendPage } from '../../../platform/web/page.ts'
import { rejectOtherMethods } from '../../../platform/web/reject-other-methods.ts'
import { readVisit } from '../../clicks/index.ts'
import type { Route } from '../../links/index.ts'
import { missingPage } from '../pages/notice-pages.ts'
import { isCrossSite, type VisitorServices } from '../visitor-request.ts'
import type { PendingVisit } from './consent-tokens.ts'
import { answerCookieName, answerTtlSeconds, consentPath, parseAnswer } from './pixel-pages.ts'

/** In bytes: the longest destination with the longest query, in base64 and percent-encoded. */
const bodyLimit = 64 * 1024

/** Registers the form with which visitors answer whether pixels may run. The scope needs cookies and forms. */
export function registerConsentForm(scope: FastifyInstance, services: VisitorServices): void {
  const options = { config: { rateLimit: [services.visitorRateLimiter] }, logLevel: 'warn', bodyLimit } as const
  scope.post(consentPath, options, (request, reply) => handleAnswer(services, request, reply))
  rejectOtherMethods(scope, consentPath, ['POST'])
}

/**
 * Remembers the answer and goes on to the destination, which the token has: the click was recorded before the question. An
 * answer that comes too late or from a page of another site leads back to the link, which asks again.
 */
async function handleAnswer(
  services: VisitorServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const lang = requestLanguage(request)
  const body = (request.body ?? {}) as { answer?: unknown; visit?: unknown }
  const pendingVisit = services.consentTokens.read(body.visit)
  if (!pendingVisit) return sendPage(reply, missingPage(lang))
  const answer = parseAnswer(body.answer)
  const link = await findLink(services, pendingVisit)
  if (!answer || pendingVisit.isExpired || isCrossSite(request) || link === 'changed')
    return redirect(reply, `/${encodeURIComponent(pendingVisit.code)}`)
  reply.setCookie(answerCookieName, answer, {
    path: '/',
    maxAge: answerTtlSeconds,
    httpOnly: true,
    sameSite: 'lax',
    secure: request.context.settings.shortUrl.startsWith('https:'),
  })
  const { destination } = pendingVisit
  const visit = readVisit(request.context.request)
  const page = link && (await services.pixelPages.find(link, { visit, destination, lang, answer }))
  return page ? sendPage(reply, page) : redirect(reply, destination)
}

/** Null while the database does not answer, which must not keep visitors from the destination. */
async function findLink(
  { visits }: VisitorServices,
  { code, linkId }: PendingVisit,
): Promise<Route | 'changed' | null> {
  try {
    const link = await visits.find(code)
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
