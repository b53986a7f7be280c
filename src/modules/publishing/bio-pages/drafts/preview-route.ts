import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from 'ghtml'
import { registerScope } from '../../../../platform/http/http-server.ts'
import type { NetworkRateLimiter } from '../../../../platform/rate-limiting/network-rate-limiter.ts'
import { type Language, requestLanguage } from '../../../../platform/web/language.ts'
import { type Page, renderPage, sendPage } from '../../../../platform/web/page.ts'
import { rejectOtherMethods } from '../../../../platform/web/reject-other-methods.ts'
import { translator } from '../../../../platform/web/texts.ts'
import type { BrowserCookies } from '../../../identity/accounts/index.ts'
import { BioPageNotFound } from '../bio-page.errors.ts'
import { renderBioPagePreview } from '../public/bio-page-html.ts'
import { missingBioPage } from '../public/missing-bio-page.ts'
import type { BioDraftService } from './bio-draft.service.ts'

interface PreviewDependencies {
  readonly cookies: BrowserCookies
  readonly bioDraftService: BioDraftService
  readonly rateLimiter: NetworkRateLimiter
}

interface PreviewRoute {
  Params: { id: string }
}

/**
 * Registers `/app/preview/{id}`: a bio page as its draft says, for the browser in which a member of its workspace is logged
 * in. Only the session cookie opens it, so the address is worth nothing to anybody else. It counts no view.
 */
export async function registerBioPagePreview(
  server: FastifyInstance,
  dependencies: PreviewDependencies,
): Promise<void> {
  const options = { config: { rateLimit: [dependencies.rateLimiter] }, logLevel: 'warn' } as const
  await registerScope(server, async (scope) => {
    await scope.register(cookie)
    scope.get<PreviewRoute>('/app/preview/:id', options, (request, reply) => sendPreview(dependencies, request, reply))
    rejectOtherMethods(scope, '/app/preview/:id', ['GET', 'HEAD'])
  })
}

async function sendPreview(
  { cookies, bioDraftService }: PreviewDependencies,
  request: FastifyRequest<PreviewRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const lang = requestLanguage(request)
  const caller = await cookies.findCaller(request)
  if (!caller) return sendPage(reply, sessionNeededPage(lang))
  try {
    const { page } = await bioDraftService.preview(request.context.withCaller(caller), request.params.id)
    return sendPage(reply, renderBioPagePreview(lang, page))
  } catch (error) {
    if (error instanceof BioPageNotFound) return sendPage(reply, missingBioPage(lang))
    throw error
  }
}

function sessionNeededPage(lang: Language): Page {
  const t = translator(lang)
  return renderPage({
    status: 401,
    lang,
    title: t('page.bioPreview.title'),
    body: html`<h1>${t('page.bioPreview.title')}</h1><p class="next">${t('page.bioPreview.next')}</p>`,
  })
}
