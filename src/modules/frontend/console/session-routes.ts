import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { NetworkRateLimiter } from '../../../platform/rate-limiting/network-rate-limiter.ts'
import { isCrossSite } from '../../../platform/web/cross-site.ts'
import { rejectOtherMethods } from '../../../platform/web/reject-other-methods.ts'
import type { BrowserCookies, FindLogoutTarget } from '../../identity/accounts/index.ts'
import { BrowserSessionRequired, NotFromConsole } from './console.errors.ts'

/** A page of another origin cannot send it without a preflight, which this route does not answer. */
const consoleHeader = 'tack-console'

interface ConsoleSessionDependencies {
  readonly cookies: BrowserCookies
  readonly rateLimiter: NetworkRateLimiter
  readonly findLogoutTarget: FindLogoutTarget
}

/**
 * `POST /app/session` exchanges the session cookie, which no script can read, for a token that a page of the console has in
 * its memory. `DELETE /app/session` clears the cookie, and says where the logout leads, if it is not the login page.
 */
export function registerConsoleSession(
  scope: FastifyInstance,
  { cookies, rateLimiter, findLogoutTarget }: ConsoleSessionDependencies,
): void {
  const routeOptions = { config: { rateLimit: [rateLimiter] }, logLevel: 'warn', onRequest: assertFromConsole } as const
  scope.post('/app/session', routeOptions, async (request, reply) => {
    const pageToken = await cookies.issuePageToken(request, reply)
    if (pageToken) return { token: pageToken.token, expiresAt: pageToken.expiresAt.toISOString() }
    cookies.endSession(reply)
    throw new BrowserSessionRequired()
  })
  scope.delete('/app/session', routeOptions, async (request, reply) => {
    cookies.endSession(reply)
    reply.header('cache-control', 'no-store')
    const caller = await cookies.findCaller(request)
    const target = caller && (await findLogoutTarget(request.context.withCaller(caller)))
    return target ? reply.send({ location: target.address }) : reply.status(204).send()
  })
  rejectOtherMethods(scope, '/app/session', ['POST', 'DELETE'])
}

async function assertFromConsole(request: FastifyRequest, _reply: FastifyReply): Promise<void> {
  if (isCrossSite(request) || request.headers[consoleHeader] !== '1') throw new NotFromConsole()
}
