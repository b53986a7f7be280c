import cookie from '@fastify/cookie'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toServiceError } from '../../../platform/graphql/error-formatting.ts'
import { registerScope } from '../../../platform/http/http-server.ts'
import { MethodNotAllowed, RateLimited } from '../../../platform/shared/general.errors.ts'
import { acceptForms } from '../../../platform/web/form-bodies.ts'
import { requestLanguage } from '../../../platform/web/language.ts'
import { type Page, sendPage } from '../../../platform/web/page.ts'
import { getShortBase, type RouteRule, readForwardedPath } from '../../publishing/links/index.ts'
import { QrFormat } from '../../publishing/qr-codes/index.ts'
import { readVisit } from '../clicks/index.ts'
import { unlockCookieName } from './link-password.ts'
import { handlePreview } from './link-preview.ts'
import { tooManyPage, unavailablePage } from './pages/notice-pages.ts'
import { handlePasswordForm, isPasswordProtected } from './password-form.ts'
import { isPathBlocked, pathBelowCode, rejectUnknownPath } from './path-visits.ts'
import { registerConsentForm } from './pixels/consent-form.ts'
import { answerCookieName, parseAnswer } from './pixels/pixel-pages.ts'
import { handleQrImage, handleQrName, handleQrPage, type QrNameRoute } from './qr-routes.ts'
import { getDestination, type RedirectContext, sendDecision } from './redirect-response.ts'
import { sendMissing } from './sites/missing-link.ts'
import { domainSite } from './sites/site-routing.ts'
import { wantsSocialPreview } from './social-preview.ts'
import { getTrigger } from './visit.service.ts'
import { outcomeOf, recordVisit, type VisitOutcome } from './visit-metrics.ts'
import {
  type CodeRequest,
  type CodeRoute,
  readAddress,
  type VisitorHandler,
  type VisitorServices,
} from './visitor-request.ts'

/** The path of a code. Not `v1` and `api`: these and `/v1/qr` are unknown paths of the API. */
const codePath = '/:code(^(?!(?:v1|api)$)[^/]+)'

/**
 * Registers the routes for visitors: `/{code}`, its preview `/{code}+`, its password form and its QR images, for the hosts of
 * the service itself and for domains.
 */
export async function registerVisitorRoutes(server: FastifyInstance, services: VisitorServices): Promise<void> {
  await registerScope(server, async (scope) => {
    // For the password form. All other routes of the service accept only JSON.
    await acceptForms(scope, { bodyLimit: 4096 })
    await scope.register(cookie)
    scope.decorateRequest('visitOutcome', null)
    const { visitorRateLimiter, imageRateLimiter } = services
    for (const constraints of [{}, domainSite]) {
      const config = { rateLimit: [visitorRateLimiter], isForVisitors: true } as const
      const routeOptions = { config, logLevel: 'warn', constraints } as const
      const imageOptions = { ...routeOptions, config: { rateLimit: [visitorRateLimiter, imageRateLimiter] } }
      scope.get<CodeRoute>(codePath, { ...routeOptions, onResponse: recordAnsweredVisit }, (request, reply) =>
        handleVisit(services, request, reply),
      )
      scope.get<CodeRoute>(pathBelowCode, { ...routeOptions, onResponse: recordAnsweredVisit }, (request, reply) =>
        handlePath(services, request, reply),
      )
      const formOptions = {
        ...routeOptions,
        onRequest: (request: FastifyRequest, reply: FastifyReply) =>
          rejectUnknownPath(services, request as CodeRequest, reply),
      }
      scope.post<CodeRoute>(pathBelowCode, formOptions, (request, reply) =>
        handlePasswordForm(services, request, reply),
      )
      scope.post<CodeRoute>(codePath, routeOptions, (request, reply) => handlePasswordForm(services, request, reply))
      scope.get<CodeRoute>(`${codePath}/qr`, routeOptions, (request, reply) => handleQrPage(services, request, reply))
      for (const format of Object.values(QrFormat)) {
        scope.get<CodeRoute>(`${codePath}/qr.${format}`, imageOptions, (request, reply) =>
          handleQrImage(services, request, reply, format),
        )
      }
      // Programs append characters of the text after an address, here and at the end of a code.
      scope.get<QrNameRoute>(
        `${codePath}/:name(^qr[^/]+$)`,
        imageOptions,
        async (request, reply) =>
          (await handleQrName(services, request, reply)) ?? handlePath(services, request, reply),
      )
      registerConsentForm(scope, services, constraints)
      scope.route({
        method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'],
        url: codePath,
        ...routeOptions,
        // In onRequest, so that an invalid body does not hide the wrong method.
        onRequest: (request) => rejectMethod(services, request as CodeRequest),
        handler: () => undefined,
      })
    }
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      if (error instanceof RateLimited) {
        request.visitOutcome = 'rate_limited'
        return sendPage(reply, tooManyPage(requestLanguage(request), error.retryAfterSeconds))
      }
      const serviceError = toServiceError(error)
      // Errors below 500 are rendered by the error handler of the server.
      if (serviceError.status < 500 || (error.statusCode ?? 500) < 500) throw error
      request.visitOutcome = 'unavailable'
      request.log.error({ err: serviceError.cause ?? serviceError }, serviceError.message)
      return sendPage(reply, unavailablePage(requestLanguage(request)))
    })
  })
}

const handleVisit: VisitorHandler = async (services, request, reply) => {
  const { code, isPreview, query } = readAddress(request)
  if (isPreview) return handlePreview(services, request, reply)
  const path = readForwardedPath(request.url) ?? ''
  const { visits, unlockTokens } = services
  const { context } = request
  const lang = requestLanguage(request)
  const link = await visits.find(code, request.site.domainId)
  request.visitOutcome = 'unknown'
  if (!link) {
    recordMissing(services, request, code)
    return sendMissing(request, reply)
  }
  const visit = readVisit(context.request)
  const { abuseContact } = context.settings
  const shortUrl = getShortBase(context.settings, link.domainHost)
  const redirectContext = { request, reply, link, visit, lang, query, path, abuseContact, shortUrl }
  if (await isPathBlocked(context.em, link, path)) {
    request.visitOutcome = 'blocked'
    return sendDecision({ ...redirectContext, link: { ...link, blockCause: 'destination' } }, { kind: 'blocked' })
  }
  const decision = await visits.processVisit(link, {
    visit,
    trigger: getTrigger(link, query),
    isUnlocked: unlockTokens.isValid(link, request.cookies[unlockCookieName]),
    isHead: request.method === 'HEAD',
    wantsPreview: wantsSocialPreview(link, visit.userAgent),
    isUntracked: query.hasFlag('no-track'),
    query,
  })
  request.visitOutcome = outcomeOf(decision)
  const page = decision.kind === 'open' ? await findPixelPage(services, request, redirectContext, decision.rule) : null
  return page ? sendPage(reply, page) : sendDecision(redirectContext, decision)
}

const handlePath: VisitorHandler = async (services, request, reply) =>
  (await rejectUnknownPath(services, request, reply)) ?? handleVisit(services, request, reply)

/** Tells the owner of a domain which of its codes people look for in vain. Bots and HEAD are no visits. */
function recordMissing({ missingCodes, locations }: VisitorServices, request: CodeRequest, code: string): void {
  const { domainId } = request.site
  if (domainId === null || request.method === 'HEAD') return
  const { isBot, wantsPrivacy, address, referrerHost } = readVisit(request.context.request)
  if (isBot) return
  const origin = wantsPrivacy
    ? { referrerHost: null, country: null }
    : { referrerHost, country: locations.locate(address).country }
  missingCodes.record({ domainId, code, ...origin })
}

/** A preview of a link, `/{code}+`, is no visit. */
async function recordAnsweredVisit({ visitOutcome }: FastifyRequest, { elapsedTime }: FastifyReply): Promise<void> {
  if (visitOutcome) recordVisit(visitOutcome, elapsedTime)
}

/** The page on which the pixels of a link run; null for visits that are not measured. */
async function findPixelPage(
  { pixelPages }: VisitorServices,
  { method, cookies }: FastifyRequest,
  redirectContext: RedirectContext,
  rule: RouteRule | null,
): Promise<Page | null> {
  const { link, visit, lang, query } = redirectContext
  if (!link.hasPixels || method === 'HEAD' || query.hasFlag('no-track')) return null
  const answer = parseAnswer(cookies[answerCookieName])
  return pixelPages.find(link, { visit, lang, answer, destination: getDestination(redirectContext, rule) })
}

async function rejectMethod({ visits }: VisitorServices, request: CodeRequest): Promise<never> {
  const { code, isPreview } = readAddress(request)
  // A preview has no form.
  const link = isPreview ? null : await visits.find(code, request.site.domainId)
  const acceptsPassword = link !== null && isPasswordProtected(link, request.context.now())
  throw new MethodNotAllowed(acceptsPassword ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'])
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the visitor of a short address gets; null where no link is visited. */
    visitOutcome: VisitOutcome | null
  }
}
