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
import { passCookie, UnlockPasses } from './pass.ts'
import { isPreview, preview } from './preview.ts'
import { drawQr, showQr } from './qr.ts'
import { type CodeRequest, isAsked, queryOf } from './request.ts'
import { isProtected, unlock } from './unlock.ts'
import { Visits } from './visits.ts'

/** Any code, with something after it. `/v1/qr` is an unknown path of the API, and answered as one. */
const codePath = '/:code(^(?!(?:v1|api)$)[^/]+)'

/** The visitor's side, at the root of the host: `GET /{code}`, its preview `/{code}+` and the form of a protected link. */
export async function serveVisitors(server: FastifyInstance, guard: VisitorGuard): Promise<void> {
  await server.register(async (scope) => {
    // Only the password form is posted here; the rest of the service reads JSON alone.
    await scope.register(formbody, { bodyLimit: 4096 })
    await scope.register(cookie)
    guardVisitors(scope, guard)
    const outside = { config: { quota: false }, logLevel: 'warn' } as const
    scope.get<{ Params: { code: string } }>('/:code', outside, receive)
    scope.post<{ Params: { code: string } }>('/:code', outside, unlock)
    scope.get<{ Params: { code: string } }>(`${codePath}/qr`, outside, showQr)
    for (const format of qrFormats) {
      scope.get<{ Params: { code: string } }>(`${codePath}/qr.${format}`, outside, (request, reply) =>
        drawQr(request, reply, format),
      )
    }
    scope.route({
      method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'],
      url: '/:code',
      ...outside,
      // Before the body is read: a wrong method is answered as one whatever it carries.
      onRequest: refuseMethod,
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

async function receive(request: CodeRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (isPreview(request)) return preview(request, reply)
  const { context } = request
  const lang = visitorLanguage(request)
  const link = await context.part(Visits).find(request.params.code)
  if (!link) return show(reply, missingPage(lang))
  const visit = readVisit(context.request)
  const query = queryOf(request)
  const decision = await context.part(Visits).admit(link, {
    visit,
    trigger: isAsked(query, 'qr') ? 'qr' : 'link',
    isUnlocked: context.part(UnlockPasses).holds(link, request.cookies[passCookie]),
    isHead: request.method === 'HEAD',
    isUntracked: isAsked(query, 'no-track'),
    query,
  })
  return answer({ reply, link, visit, lang, query, abuseContact: context.settings.abuseContact }, decision)
}

async function refuseMethod(request: FastifyRequest): Promise<never> {
  const { code } = request.params as { code: string }
  const link = await request.context.part(Visits).find(code)
  const takesForm = link !== null && isProtected(link, request.context.now())
  throw new MethodNotAllowed(takesForm ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'])
}
