import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MethodNotAllowed } from '../base/failures.ts'
import { verifyPassword } from '../base/passwords.ts'
import { readVisit } from '../clicks/index.ts'
import { toFailure } from '../graphql/errors.ts'
import { finalDestination, type Link } from '../links/index.ts'
import { type Page, pageHeaders } from '../server/page.ts'
import type { Decision } from './decide.ts'
import { blockedPage } from './pages/blocked.ts'
import { canCloak, cloakedPage } from './pages/cloaked.ts'
import { unavailablePage } from './pages/failed.ts'
import { expiredPage } from './pages/gone.ts'
import { missingPage } from './pages/missing.ts'
import { passwordPage } from './pages/password.ts'
import { titlePage } from './pages/title.ts'
import { passLifetimeSeconds, UnlockPasses } from './pass.ts'
import { Visits } from './visits.ts'

const passCookie = 'tack_pass'

type CodeRequest = FastifyRequest<{ Params: { code: string } }>

/** The visitor's side, at the root of the host: `GET /{code}` and the form of a protected link. */
export async function serveVisitors(server: FastifyInstance): Promise<void> {
  await server.register(async (scope) => {
    // Only the password form is posted here; the rest of the service reads JSON alone.
    await scope.register(formbody, { bodyLimit: 4096 })
    await scope.register(cookie)
    const outside = { config: { quota: false }, logLevel: 'warn' } as const
    scope.get<{ Params: { code: string } }>('/:code', outside, visit)
    scope.post<{ Params: { code: string } }>('/:code', outside, unlock)
    scope.route({ method: ['PUT', 'PATCH', 'DELETE'], url: '/:code', ...outside, handler: refuseMethod })
    scope.setErrorHandler((error, request, reply) => {
      const failure = toFailure(error)
      if (failure.status >= 500) request.log.error({ err: failure.cause ?? failure }, failure.message)
      return failure.status === 503 || failure.status === 500 ? show(reply, unavailablePage()) : Promise.reject(error)
    })
  })
}

async function visit(request: CodeRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { context } = request
  const link = await context.use(Visits).find(request.params.code)
  if (!link) return show(reply, missingPage())
  const isUnlocked = context.part(UnlockPasses).holds(link, request.cookies[passCookie])
  const query = new URL(request.url, 'http://localhost').searchParams
  const trigger = query.has('qr') ? 'qr' : 'link'
  const isUntracked = query.has('no-track')
  const wish = { visit: readVisit(context.request), trigger, isUnlocked, isUntracked } as const
  const decision = await context.use(Visits).admit(link, wish)
  return answer(request, reply, link, decision)
}

function answer(request: CodeRequest, reply: FastifyReply, link: Link, decision: Decision): FastifyReply {
  switch (decision.kind) {
    case 'blocked':
      return show(reply, blockedPage(request.context.settings.abuseContact ?? null))
    case 'inactive':
      return show(reply, missingPage())
    case 'expired':
      return link.expiredUrl ? lead(reply, link, link.expiredUrl, 302) : show(reply, expiredPage())
    case 'locked':
      return show(reply, passwordPage({ wrong: false }))
    case 'withheld':
      return show(reply, titlePage(link.title))
    case 'open':
      return open(request, reply, link)
  }
}

function open(request: CodeRequest, reply: FastifyReply, link: Link): FastifyReply {
  const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : ''
  const destination = finalDestination(link.originalUrl, link, search)
  // What a frame cannot hold is led to instead.
  if (link.isCloaked && canCloak(destination)) return show(reply, cloakedPage({ title: link.title, destination }))
  return lead(reply, link, destination, link.redirectType)
}

function lead(reply: FastifyReply, link: Link, destination: string, status: number): FastifyReply {
  const isPermanent = status === 301 || status === 308
  return reply
    .status(status)
    .header('location', destination)
    .header('cache-control', isPermanent ? 'private, max-age=90' : 'private, no-store')
    .header('referrer-policy', link.privacyMode ? 'no-referrer' : 'no-referrer-when-downgrade')
    .header('x-robots-tag', 'noindex')
    .send()
}

function show(reply: FastifyReply, page: Page): FastifyReply {
  return reply.status(page.status).headers(pageHeaders(page)).send(page.body)
}

/** The right password is answered with 303 to the same address and a pass for it; counting happens there, once. */
async function unlock(request: CodeRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { context } = request
  const link = await context.use(Visits).find(request.params.code)
  if (!link) return show(reply, missingPage())
  if (!link.hasPassword) throw new MethodNotAllowed(['GET', 'HEAD'])
  const { password } = (request.body ?? {}) as { password?: unknown }
  if (typeof password !== 'string' || !(await verifyPassword(link.passwordHash, password))) {
    return show(reply, passwordPage({ wrong: true }))
  }
  return reply
    .setCookie(passCookie, context.part(UnlockPasses).issue(link), {
      path: `/${encodeURIComponent(request.params.code)}`,
      maxAge: passLifetimeSeconds,
      httpOnly: true,
      sameSite: 'lax',
      secure: context.settings.shortUrl.startsWith('https:'),
    })
    .status(303)
    .header('cache-control', 'private, no-store')
    .header('location', request.url)
    .send()
}

async function refuseMethod(request: FastifyRequest): Promise<never> {
  const { code } = request.params as { code: string }
  const link = await request.context.use(Visits).find(code)
  throw new MethodNotAllowed(link?.hasPassword ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'])
}
