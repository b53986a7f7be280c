import type { FastifyInstance } from 'fastify'
import type { Settings } from '../../config.ts'

/** For a browser that opens a JSON answer: run nothing, embed nothing, cache nothing. */
export const jsonSecurityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  // Prevents a page from embedding an answer; CORS requests can still read it (Fetch, 3.7).
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** The headers of every answer. Browsers ignore Strict-Transport-Security over plain http (RFC 6797, 8.1). */
export function commonSecurityHeaders({ publicUrl }: Settings): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** Sets the common headers on every answer, and on JSON the JSON headers that the route does not set itself. */
export function addSecurityHeaders(server: FastifyInstance, settings: Settings): void {
  const commonHeaders = commonSecurityHeaders(settings)
  server.addHook('onRequest', async (_request, reply) => {
    reply.headers(commonHeaders)
  })
  server.addHook('onSend', async (_request, reply) => {
    if (!isJson(String(reply.getHeader('content-type')))) return
    for (const [name, value] of Object.entries(jsonSecurityHeaders))
      if (!reply.hasHeader(name)) reply.header(name, value)
  })
}

function isJson(contentType: string): boolean {
  return /^application\/([\w.-]+\+)?json\b/.test(contentType)
}
