import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requestLanguage } from '../../../../platform/web/language.ts'
import { sendPage } from '../../../../platform/web/page.ts'
import { missingPage } from '../pages/notice-pages.ts'
import { servedEverywhere } from './site-routing.ts'

/**
 * Answers unknown paths outside the API with a page when the caller is a browser. All other callers get the error of
 * the API. Register it after the rendering of the server's errors.
 */
export function sendPagesForUnknownPaths(server: FastifyInstance): void {
  server.unknownPaths.sendPage = (request, reply) =>
    isUnknownPage(request) ? sendPage(reply, missingPage(requestLanguage(request))) : null
}

function isUnknownPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return !servedEverywhere.test(url) && /\btext\/html\b/i.test(headers.accept ?? '')
}
