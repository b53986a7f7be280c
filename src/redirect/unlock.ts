import type { FastifyReply } from 'fastify'
import { MethodNotAllowed, RateLimited } from '../base/failures.ts'
import type { Route } from '../links/index.ts'
import { visitorLanguage } from '../server/language.ts'
import { show } from './answer.ts'
import { decide, stranger } from './decide.ts'
import { missingPage } from './pages/missing.ts'
import { passwordPage } from './pages/password.ts'
import { passCookie, passLifetimeSeconds } from './pass.ts'
import { isPreview } from './preview.ts'
import { addressOf, type CodeRequest, isFromOtherSite, queryOf } from './request.ts'
import type { PasswordTries } from './tries.ts'
import type { VisitorServices } from './visitor-services.ts'

/** Whether a stranger may know that the link has a password: one switched off is as good as unknown. */
export function isProtected(link: Route, now: Date): boolean {
  return link.hasPassword && decide(link, stranger, now).kind !== 'inactive'
}

/**
 * The form of a protected link. The right password is answered with 303 to the same address and a pass for it; counting
 * happens there, once. So is any password while the link is blocked or has expired: its page tells.
 */
export async function unlock(
  { visits, passes, tries }: VisitorServices,
  request: CodeRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { context } = request
  if (isPreview(request)) throw new MethodNotAllowed(['GET', 'HEAD'])
  const lang = visitorLanguage(request)
  const link = await visits.find(request.params.code)
  const state = link && decide(link, stranger, context.now())
  if (!link || state?.kind === 'inactive') return show(reply, missingPage(lang))
  if (!link.hasPassword) throw new MethodNotAllowed(['GET', 'HEAD'])
  if (state?.kind !== 'locked') return goBack(request, reply, link)
  // Another site's visitors are not to try passwords for it.
  if (isFromOtherSite(request)) return show(reply, { ...passwordPage(lang, { wrong: false }), status: 403 })
  const verdict = await judge(tries, request, link)
  if (verdict instanceof RateLimited) {
    return show(reply, { ...passwordPage(lang, { wrong: false, throttled: true }), headers: verdict.headers })
  }
  if (verdict === 'wrong') return show(reply, passwordPage(lang, { wrong: true }))
  reply.setCookie(passCookie, passes.issue(link), {
    path: `/${link.code}`,
    maxAge: passLifetimeSeconds,
    httpOnly: true,
    sameSite: 'lax',
    secure: context.settings.shortUrl.startsWith('https:'),
  })
  return goBack(request, reply, link)
}

async function judge(
  tries: PasswordTries,
  { body, context }: CodeRequest,
  link: Route,
): Promise<'right' | 'wrong' | RateLimited> {
  const { password } = (body ?? {}) as { password?: unknown }
  if (typeof password !== 'string') return 'wrong'
  try {
    const isRight = await tries.opens(context, link, password)
    return isRight ? 'right' : 'wrong'
  } catch (error) {
    if (error instanceof RateLimited) return error
    throw error
  }
}

function goBack(request: CodeRequest, reply: FastifyReply, link: Route): FastifyReply {
  return reply
    .status(303)
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header('location', addressOf(link, queryOf(request)))
    .send()
}
