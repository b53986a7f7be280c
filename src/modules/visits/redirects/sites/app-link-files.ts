import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { NetworkRateLimiter } from '../../../../platform/rate-limiting/network-rate-limiter.ts'
import { requestLanguage } from '../../../../platform/web/language.ts'
import { sendPage } from '../../../../platform/web/page.ts'
import { type AndroidApp, type AppleApp, excludedPathPrefix, findServedApps } from '../../../publishing/links/index.ts'
import { missingPage } from '../pages/notice-pages.ts'
import { domainSite } from './site-routing.ts'

/** What is behind a short address but is no link: its preview, and its QR code. */
const pathsWithoutApp = [`${excludedPathPrefix}/*+`, `${excludedPathPrefix}/*/qr*`]

/**
 * Serves the files in which phones look for the apps of a domain. They are made from fields, so they are always valid. No proxy
 * keeps them: what a domain no longer has is gone with the next request.
 */
export function registerAppLinkFiles(server: FastifyInstance, visitorRateLimiter: NetworkRateLimiter): void {
  const options = { config: { rateLimit: [visitorRateLimiter] }, constraints: domainSite, logLevel: 'warn' } as const
  server.get('/.well-known/apple-app-site-association', options, async (request, reply) => {
    const { appleApps } = await findApps(request)
    return sendFile(request, reply, appleApps, { applinks: { details: appleApps.map(toAppleDetail) } })
  })
  server.get('/.well-known/assetlinks.json', options, async (request, reply) => {
    const { androidApps } = await findApps(request)
    return sendFile(request, reply, androidApps, androidApps.map(toAndroidStatement))
  })
}

function findApps(request: FastifyRequest): ReturnType<typeof findServedApps> {
  return findServedApps(request.context.em, request.site.domainId ?? '')
}

/** A domain without apps has no file, which is what a phone expects of most hosts. */
function sendFile(request: FastifyRequest, reply: FastifyReply, apps: readonly object[], file: object): FastifyReply {
  return apps.length === 0
    ? sendPage(reply, missingPage(requestLanguage(request)))
    : reply.type('application/json').header('cache-control', 'no-cache').send(JSON.stringify(file))
}

/** See "Supporting associated domains" of Apple. The first path that fits decides. */
function toAppleDetail({ appId, components }: AppleApp) {
  return {
    appIDs: [appId],
    components: [...pathsWithoutApp, ...components].map((path) =>
      path.startsWith(excludedPathPrefix)
        ? { '/': path.slice(excludedPathPrefix.length), exclude: true }
        : { '/': path },
    ),
  }
}

/** See "Digital Asset Links" of Google. */
function toAndroidStatement({ packageName, sha256CertFingerprints }: AndroidApp) {
  return {
    relation: ['delegate_permission/common.handle_all_urls'],
    target: {
      namespace: 'android_app',
      package_name: packageName,
      sha256_cert_fingerprints: sha256CertFingerprints,
    },
  }
}
