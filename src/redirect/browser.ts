import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MethodNotAllowed } from '../base/failures.ts'
import { readVisit } from '../clicks/index.ts'
import { toFailure } from '../graphql/errors.ts'
import { qrFormats } from '../qr/index.ts'
import { visitorLanguage } from '../server/language.ts'
import { answer, show } from './answer.ts'
import { guardVisitors, type VisitorGuard } from './guard.ts'
import { unavailablePage } from './pages/failed.ts'
import { missingPage } from './pages/missing.ts'
import { passCookie } from './pass.ts'
import { isPreview, preview } from './preview.ts'
import { drawQr, showQr } from './qr.ts'
import { type CodeRequest, isAsked, queryOf } from './request.ts'
import { isProtected, unlock } from './unlock.ts'
import type { VisitorServices } from './visitor-services.ts'

/** Any code, with something after it. `/v1/qr` is an unknown path of the API, and answered as one. */
const codePath = '/:code(^(?!(?:v1|api)$)[^/]+)'

/** The visitor's side, at the root of the host: `GET /{code}`, its preview `/{code}+` and the form of a protected link. */
export async function serveVisitors(
  server: FastifyInstance,
  guard: VisitorGuard,
  services: VisitorServices,
): Promise<void> {
  await server.register(async (scope) => {
    // Only the password form is posted here; the rest of the service reads JSON alone.
    await scope.register(formbody, { bodyLimit: 4096 })
    await scope.register(cookie)
    guardVisitors(scope, guard)
    const outside = { config: { quota: false }, logLevel: 'warn' } as const
    scope.get<{ Params: { code: string } }>('/:code', outside, (request, reply) => receive(services, request, reply))
    scope.post<{ Params: { code: string } }>('/:code', outside, (request, reply) => unlock(services, request, reply))
    scope.get<{ Params: { code: string } }>(`${codePath}/qr`, outside, (request, reply) =>
      showQr(services, request, reply),
    )
    for (const format of qrFormats) {
      scope.get<{ Params: { code: string } }>(`${codePath}/qr.${format}`, outside, (request, reply) =>
        drawQr(services, request, reply, format),
      )
    }
    scope.route({
      method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'],
      url: '/:code',
      ...outside,
      // Before the body is read: a wrong method is answered as one whatever it carries.
      onRequest: (request) => refuseMethod(services, request),
      handler: () => undefined,
    })
    scope.setErrorHandler<FastifyError>((error, request, reply) => {
      const failure = toFailure(error)
      // Refusals, and what Fastify could not read, are rendered as everywhere else.
      if (failure.status < 500 || (error.statusCode ?? 500) < 500) throw error
      request.log.error({ err: failure.cause ?? failure }, failure.message)
      return show(reply, unavailablePage(visitorLanguage(request)))
    })
  })
}

async function receive(services: VisitorServices, request: CodeRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (isPreview(request)) return preview(services, request, reply)
  const { visits, passes } = services
  const { context } = request
  const lang = visitorLanguage(request)
  const link = await visits.find(request.params.code)
  if (!link) return show(reply, missingPage(lang))
  const visit = readVisit(context.request)
  const query = queryOf(request)
  const decision = await visits.admit(link, {
    visit,
    trigger: isAsked(query, 'qr') ? 'qr' : 'link',
    isUnlocked: passes.holds(link, request.cookies[passCookie]),
    isHead: request.method === 'HEAD',
    isUntracked: isAsked(query, 'no-track'),
    query,
  })
  return answer({ reply, link, visit, lang, query, abuseContact: context.settings.abuseContact }, decision)
}

async function refuseMethod({ visits }: VisitorServices, request: FastifyRequest): Promise<never> {
  const { code } = request.params as { code: string }
  const link = await visits.find(code)
  const takesForm = link !== null && isProtected(link, request.context.now())
  throw new MethodNotAllowed(takesForm ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'])
}
