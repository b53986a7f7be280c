import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { registerScope } from '../../../../platform/http/http-server.ts'
import { MethodNotAllowed } from '../../../../platform/shared/general.errors.ts'
import { isCrossSite } from '../../../../platform/web/cross-site.ts'
import { acceptForms } from '../../../../platform/web/form-bodies.ts'
import { requestLanguage } from '../../../../platform/web/language.ts'
import { sendPage } from '../../../../platform/web/page.ts'
import { rejectOtherMethods } from '../../../../platform/web/reject-other-methods.ts'
import { expiredFormPage, problemPage } from './account-pages.ts'
import type { BrowserCookies } from './browser-cookies.ts'
import { readField, toPageError } from './form-requests.ts'
import { type PageAnswer, type PageRoute, type PageVisit, readNext } from './page-visit.ts'

/** Adds pages below `/account`. They work without scripts. */
export async function registerPages(
  server: FastifyInstance,
  cookies: BrowserCookies,
  routes: readonly PageRoute[],
): Promise<void> {
  const toVisit = (request: FastifyRequest, reply: FastifyReply): PageVisit => {
    const query = (name: string) => String((request.query as Record<string, unknown>)[name] ?? '')
    return {
      request,
      reply,
      lang: requestLanguage(request),
      search: /\?.*/s.exec(request.url)?.[0] ?? '',
      query,
      next: readNext(query('next')),
      findContext: async () => {
        const caller = await cookies.findCaller(request)
        return caller ? request.context.withCaller(caller) : undefined
      },
      form: (accountId) => ({
        lang: requestLanguage(request),
        token: cookies.issueFormToken(request, reply, accountId),
      }),
      isFormOf: (accountId) => cookies.isFormTokenValid(request, readField(request, 'token'), accountId),
    }
  }
  await registerScope(server, async (scope) => {
    scope.removeAllContentTypeParsers()
    await acceptForms(scope, { bodyLimit: 8 * 1024 })
    await scope.register(cookie)
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof MethodNotAllowed) throw error
      return sendPage(reply, problemPage(requestLanguage(request), toPageError(request, error)))
    })
    // Addresses contain tokens, which must stay out of the request log.
    const routeOptions = { logLevel: 'warn' } as const
    for (const { url, show, submit } of routes) {
      scope.get(url, routeOptions, async (request, reply) => send(reply, await show(toVisit(request, reply))))
      rejectOtherMethods(scope, url, ['GET', 'HEAD', ...(submit ? ['POST' as const] : [])])
      if (!submit) continue
      scope.post(url, routeOptions, async (request, reply) => {
        const visit = toVisit(request, reply)
        // A page of another host may have planted the cookie of the form.
        const isForeign = isCrossSite(request)
        const isValid = !isForeign && cookies.isFormTokenValid(request, readField(request, 'token'))
        const answer = isValid ? await submit(visit) : null
        if (answer) return send(reply, answer)
        const againPath = `${url.split('/').at(-1)}${visit.search}`
        return sendPage(reply, { ...expiredFormPage(visit.lang, againPath), ...(isForeign && { status: 403 }) })
      })
    }
  })
}

function send(reply: FastifyReply, answer: PageAnswer): FastifyReply {
  if ('body' in answer) return sendPage(reply, answer)
  const { location } = answer
  return reply
    .status(303)
    .headers({ location, 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
    .header('x-robots-tag', 'noindex')
    .send()
}
