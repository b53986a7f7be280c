import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MethodNotAllowed } from '../../../platform/shared/general.errors.ts'
import { requestLanguage } from '../../../platform/web/language.ts'
import { type Page, sendPage } from '../../../platform/web/page.ts'
import { rejectOtherMethods } from '../../../platform/web/reject-other-methods.ts'
import { type AccountPageDependencies, createPages } from './account-forms.ts'
import { expiredFormPage, problemPage } from './account-pages.ts'
import { readField, toPageError } from './form-requests.ts'
import type { PageVisit } from './page-visit.ts'

/** The pages on which people register, log in, verify their address and choose a new password. They work without scripts. */
export async function registerAccountPages(
  server: FastifyInstance,
  dependencies: AccountPageDependencies,
): Promise<void> {
  const { cookies } = dependencies
  const toVisit = (request: FastifyRequest, reply: FastifyReply): PageVisit => ({
    request,
    reply,
    lang: requestLanguage(request),
    query: (name) => String((request.query as Record<string, unknown>)[name] ?? ''),
    form: () => ({ lang: requestLanguage(request), token: cookies.issueFormToken(request, reply) }),
    redirect: (location) =>
      reply
        .status(303)
        .headers({ location, 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
        .header('x-robots-tag', 'noindex')
        .send(),
  })
  const send = (reply: FastifyReply, answer: Page | FastifyReply) =>
    'body' in answer ? sendPage(reply, answer) : answer
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(formbody, { bodyLimit: 8 * 1024 })
    await scope.register(cookie)
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof MethodNotAllowed) throw error
      return sendPage(reply, problemPage(requestLanguage(request), toPageError(request, error)))
    })
    // Addresses contain tokens, which must stay out of the request log.
    const routeOptions = { logLevel: 'warn' } as const
    scope.get('/account', routeOptions, (request, reply) => toVisit(request, reply).redirect('account/overview'))
    rejectOtherMethods(scope, '/account', ['GET', 'HEAD'])
    for (const { url, show, submit } of createPages(dependencies)) {
      scope.get(url, routeOptions, async (request, reply) => send(reply, await show(toVisit(request, reply))))
      scope.post(url, routeOptions, async (request, reply) => {
        const visit = toVisit(request, reply)
        if (cookies.isFormTokenValid(request, readField(request, 'token'))) return send(reply, await submit(visit))
        const link = readField(request, 'link')
        const path = `${url.split('/').at(-1)}${/^[\w-]+$/.test(link) ? `?token=${link}` : ''}`
        return sendPage(reply, expiredFormPage(visit.lang, path))
      })
      rejectOtherMethods(scope, url, ['GET', 'HEAD', 'POST'])
    }
  })
}
