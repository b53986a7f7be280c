import type { FastifyReply } from 'fastify'
import { MethodNotAllowed, RateLimited } from '../../../platform/shared/general.errors.ts'
import { isCrossSite } from '../../../platform/web/cross-site.ts'
import { requestLanguage } from '../../../platform/web/language.ts'
import { sendPage } from '../../../platform/web/page.ts'
import { type Route, readForwardedPath } from '../../publishing/links/index.ts'
import { type LinkPasswordVerifier, unlockCookieName, unlockTtlSeconds } from './link-password.ts'
import { missingPage } from './pages/notice-pages.ts'
import { passwordPage } from './pages/password-page.ts'
import { decideVisit, defaultConditions } from './visit.service.ts'
import { buildLinkPath, type CodeRequest, readAddress, type VisitorHandler } from './visitor-request.ts'

/** Whether visitors may know that the link has a password. An inactive link must look like an unknown one. */
export function isPasswordProtected(link: Route, now: Date): boolean {
  return link.hasPassword && decideVisit(link, defaultConditions, now).kind !== 'inactive'
}

/**
 * Handles the password form. The right password is answered with 303 to the same address and an unlock cookie; the
 * click is counted there. While the link is blocked or expired, any password is answered with 303, and the page of the
 * link says why.
 */
export const handlePasswordForm: VisitorHandler = async (
  { visits, unlockTokens, passwordVerifier },
  request,
  reply,
) => {
  const { context } = request
  const { code, isPreview } = readAddress(request)
  if (isPreview) throw new MethodNotAllowed(['GET', 'HEAD'])
  const lang = requestLanguage(request)
  const link = await visits.find(code, request.site.domainId)
  const decision = link && decideVisit(link, defaultConditions, context.now())
  if (!link || decision?.kind === 'inactive') return sendPage(reply, missingPage(lang))
  if (!link.hasPassword) throw new MethodNotAllowed(['GET', 'HEAD'])
  if (decision?.kind !== 'locked') return redirectToLink(request, reply, link)
  // Pages of other sites must not use their visitors to try passwords.
  if (isCrossSite(request)) return sendPage(reply, { ...passwordPage(lang, { isWrong: false }), status: 403 })
  const result = await verifyPassword(passwordVerifier, request, link)
  if (result instanceof RateLimited) {
    return sendPage(reply, { ...passwordPage(lang, { isWrong: false, isThrottled: true }), headers: result.headers })
  }
  if (result === 'wrong') return sendPage(reply, passwordPage(lang, { isWrong: true }))
  reply.setCookie(unlockCookieName, unlockTokens.issue(link), {
    path: `${request.basePath}/${link.code}`,
    maxAge: unlockTtlSeconds,
    httpOnly: true,
    sameSite: 'lax',
    secure: context.settings.shortUrl.startsWith('https:'),
  })
  return redirectToLink(request, reply, link)
}

async function verifyPassword(
  passwordVerifier: LinkPasswordVerifier,
  { body, context }: CodeRequest,
  link: Route,
): Promise<'right' | 'wrong' | RateLimited> {
  const { password } = (body ?? {}) as { password?: unknown }
  if (typeof password !== 'string') return 'wrong'
  try {
    const isRight = await passwordVerifier.verify(context, link, password)
    return isRight ? 'right' : 'wrong'
  } catch (error) {
    if (error instanceof RateLimited) return error
    throw error
  }
}

function redirectToLink(request: CodeRequest, reply: FastifyReply, link: Route): FastifyReply {
  return reply
    .status(303)
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header(
      'location',
      request.basePath + buildLinkPath(link, readAddress(request).query, readForwardedPath(request.url) ?? ''),
    )
    .send()
}
