import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MethodNotAllowed } from '../base/failures.ts'
import { readVisit } from '../clicks/index.ts'
import { toFailure } from '../graphql/errors.ts'
import { answer, show } from './answer.ts'
import { guardVisitors, type VisitorGuard } from './guard.ts'
import { unavailablePage } from './pages/failed.ts'
import { missingPage } from './pages/missing.ts'
import { passCookie, UnlockPasses } from './pass.ts'
import { type CodeRequest, isAsked, queryOf } from './request.ts'
import { isProtected, unlock } from './unlock.ts'
import { Visits } from './visits.ts'

/** The visitor's side, at the root of the host: `GET /{code}` and the form of a protected link. */
export async function serveVisitors(server: FastifyInstance, guard: VisitorGuard): Promise<void> {
  await server.register(async (scope) => {
    // Only the password form is posted here; the rest of the service reads JSON alone.
    await scope.register(formbody, { bodyLimit: 4096 })
    await scope.register(cookie)
    guardVisitors(scope, guard)
    const outside = { config: { quota: false }, logLevel: 'warn' } as const
    scope.get<{ Params: { code: string } }>('/:code', outside, receive)
    scope.post<{ Params: { code: string } }>('/:code', outside, unlock)
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
      return show(reply, unavailablePage())
    })
  })
}

async function receive(request: CodeRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { context } = request
  const link = await context.part(Visits).find(request.params.code)
  if (!link) return show(reply, missingPage())
  const visit = readVisit(context.request)
  const query = queryOf(request)
  const decision = await context.part(Visits).admit(link, {
    visit,
    trigger: isAsked(query, 'qr') ? 'qr' : 'link',
    isUnlocked: context.part(UnlockPasses).holds(link, request.cookies[passCookie]),
    isHead: request.method === 'HEAD',
    isUntracked: isAsked(query, 'no-track'),
  })
  return answer({ reply, link, visit, query, abuseContact: context.settings.abuseContact }, decision)
}

async function refuseMethod(request: FastifyRequest): Promise<never> {
  const { code } = request.params as { code: string }
  const link = await request.context.part(Visits).find(code)
  const takesForm = link !== null && isProtected(link, request.context.now())
  throw new MethodNotAllowed(takesForm ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'])
}
