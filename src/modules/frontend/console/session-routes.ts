import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { NetworkRateLimiter } from '../../../platform/rate-limiting/network-rate-limiter.ts'
import { isCrossSite } from '../../../platform/web/cross-site.ts'
import { rejectOtherMethods } from '../../../platform/web/reject-other-methods.ts'
import type { BrowserCookies } from '../../identity/accounts/index.ts'
import { BrowserSessionRequired, NotFromConsole } from './console.errors.ts'

/** A page of another origin cannot send it without a preflight, which this route does not answer. */
const consoleHeader = 'tack-console'

/**
 * `POST /app/session` exchanges the session cookie, which no script can read, for a token that a page of the console has in
 * its memory. `DELETE /app/session` clears the cookie.
 */
export function registerConsoleSession(
  scope: FastifyInstance,
  { cookies, rateLimiter }: { readonly cookies: BrowserCookies; readonly rateLimiter: NetworkRateLimiter },
): void {
  const routeOptions = { config: { rateLimit: [rateLimiter] }, logLevel: 'warn', onRequest: assertFromConsole } as const
  scope.post('/app/session', routeOptions, async (request, reply) => {
    const pageToken = await cookies.issuePageToken(request, reply)
    if (pageToken) return { token: pageToken.token, expiresAt: pageToken.expiresAt.toISOString() }
    cookies.endSession(reply)
    throw new BrowserSessionRequired()
  })
  scope.delete('/app/session', routeOptions, async (_request, reply) => {
    cookies.endSession(reply)
    return reply.status(204).header('cache-control', 'no-store').send()
  })
  rejectOtherMethods(scope, '/app/session', ['POST', 'DELETE'])
}

async function assertFromConsole(request: FastifyRequest, _reply: FastifyReply): Promise<void> {
  if (isCrossSite(request) || request.headers[consoleHeader] !== '1') throw new NotFromConsole()
}
