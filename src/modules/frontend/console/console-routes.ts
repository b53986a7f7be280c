import { randomBytes } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { registerScope } from '../../../platform/http/http-server.ts'
import type { NetworkRateLimiter } from '../../../platform/rate-limiting/network-rate-limiter.ts'
import { RouteNotFound } from '../../../platform/shared/general.errors.ts'
import { once } from '../../../platform/shared/memoize.ts'
import { requestLanguage } from '../../../platform/web/language.ts'
import { renderPage, sendPage } from '../../../platform/web/page.ts'
import { rejectOtherMethods } from '../../../platform/web/reject-other-methods.ts'
import type { BrowserCookies, FindLogoutTarget } from '../../identity/accounts/index.ts'
import { readConsoleBuild } from './console-build.ts'
import { registerConsoleSession } from './session-routes.ts'
import { shellPage } from './shell-page.ts'

export interface ConsoleDependencies {
  readonly cookies: BrowserCookies
  readonly findLogoutTarget: FindLogoutTarget
  /** Limits the shell, its files and its sessions. */
  readonly rateLimiter: NetworkRateLimiter
  readonly publicUrl: string
  readonly shortUrl: string
  /** Whether countries come from the file that Tack brings along, whose licence wants its maker named beside them. */
  readonly hasBundledCountries: boolean
  /** Whether GraphiQL is on, so that the console leads to it. */
  readonly hasGraphiql: boolean
  readonly agentAddress?: string | undefined
}

/** Serves the console: its shell at `/app` and at every path below it, its files, and the session of its pages. */
export async function registerConsole(server: FastifyInstance, dependencies: ConsoleDependencies): Promise<void> {
  const { cookies, rateLimiter, publicUrl, shortUrl, hasBundledCountries, hasGraphiql, agentAddress } = dependencies
  const basePath = new URL(publicUrl).pathname.replace(/\/$/, '')
  const shortBase = shortUrl.replace(/^https?:\/\//, '')
  const readBuild = once(readConsoleBuild)
  const routeOptions = { config: { rateLimit: [rateLimiter] }, logLevel: 'warn' } as const

  async function sendShell(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!cookies.hasSession(request)) return sendToLogin(request, reply)
    const build = await readBuild()
    if (!build) return sendPage(reply, missingPage)
    const nonce = randomBytes(16).toString('base64url')
    const { entry } = build
    return sendPage(
      reply,
      shellPage({
        lang: requestLanguage(request),
        entry,
        basePath,
        shortBase,
        hasBundledCountries,
        hasGraphiql,
        agentAddress,
        nonce,
      }),
    )
  }

  async function sendFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const build = await readBuild()
    if (!build) throw new RouteNotFound()
    return build.files.send(request, reply, (request.params as { '*': string })['*'])
  }

  await registerScope(server, async (scope) => {
    await scope.register(cookie)
    for (const url of ['/app', '/app/*']) scope.get(url, routeOptions, sendShell)
    scope.get('/app/manifest.webmanifest', routeOptions, async (_request, reply) =>
      reply.type('application/manifest+json').send(webManifest),
    )
    // A missing file is never the shell, which a browser would read as a script.
    scope.get('/app/assets/*', routeOptions, sendFile)
    for (const url of ['/app', '/app/*', '/app/manifest.webmanifest', '/app/assets/*'])
      rejectOtherMethods(scope, url, ['GET', 'HEAD'])
    registerConsoleSession(scope, dependencies)
  })
}

/** The console as an app of a phone, to which other apps share pages. Its addresses are relative to it. */
const webManifest = JSON.stringify({
  name: 'Tack',
  start_url: './',
  scope: './',
  display: 'standalone',
  icons: [
    { src: '../favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '../apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
  ],
  share_target: { action: 'links/new', method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
})

/** The location is relative, because a proxy may serve the pages under a path. It leads back after the login. */
function sendToLogin({ url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = url.split('?', 1)
  const upwards = '../'.repeat(path.split('/').length - 2)
  return reply
    .status(303)
    .headers({
      location: `${upwards}account/login?${new URLSearchParams({ next: `..${url}` })}`,
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    })
    .header('x-robots-tag', 'noindex')
    .send()
}

const missingPage = renderPage({
  status: 503,
  title: 'The console is missing',
  body: '<h1>The console is missing</h1><p>This service was compiled without it. Run <code>npm run compile</code>, and start the service again.</p>',
})
