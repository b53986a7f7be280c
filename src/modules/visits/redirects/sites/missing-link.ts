import type { FastifyReply, FastifyRequest } from 'fastify'
import { requestLanguage } from '../../../../platform/web/language.ts'
import { sendPage } from '../../../../platform/web/page.ts'
import { missingPage } from '../pages/notice-pages.ts'

/** Sends visitors of an unknown address to the address that its domain has for them, or says that there is no link. */
export function sendMissing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const notFoundUrl = request.site.domain?.notFoundUrl ?? null
  return notFoundUrl !== null && isRead(request)
    ? redirectToFallback(reply, notFoundUrl)
    : sendPage(reply, missingPage(requestLanguage(request)))
}

export function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** A redirect that no browser or proxy keeps, because the address may be a link tomorrow. */
export function redirectToFallback(reply: FastifyReply, location: string): FastifyReply {
  return reply
    .status(302)
    .headers({
      location,
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer-when-downgrade',
      'x-robots-tag': 'noindex',
    })
    .send()
}
