import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { domainSite } from '../../visits/redirects/index.ts'

/** The files that browsers and preview crawlers request from every host, by their fixed addresses. */
const mediaTypes = {
  'favicon.svg': 'image/svg+xml',
  'favicon.ico': 'image/vnd.microsoft.icon',
  'apple-touch-icon.png': 'image/png',
  'social-card.png': 'image/png',
  'console-light.webp': 'image/webp',
  'console-dark.webp': 'image/webp',
} as const

type ImageName = keyof typeof mediaTypes

/**
 * Serves the icons of the site and the pictures of its home page, on domains as well. `npm run images` and `npm run docs:images`
 * draw them, `build.ts` copies them.
 */
export function registerSiteImages(server: FastifyInstance): void {
  const config = { rateLimit: { none: 'The answers are constant.' } }
  for (const name of Object.keys(mediaTypes) as ImageName[]) {
    let image: Promise<SiteImage> | undefined
    const sendImage = async (request: FastifyRequest, reply: FastifyReply) => {
      image ??= readImage(name)
      const { bytes, etag } = await image
      reply.headers({
        etag,
        'cache-control': 'public, max-age=86400',
        // Pages of other hosts show the card, and pages of this host show the icons.
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      })
      if (request.headers['if-none-match'] === etag) return reply.status(304).send()
      return reply.type(mediaTypes[name]).send(bytes)
    }
    for (const constraints of [{}, domainSite])
      server.get(`/${name}`, { config, logLevel: 'warn', constraints }, sendImage)
  }
}

interface SiteImage {
  readonly bytes: Buffer
  readonly etag: string
}

/** Throws when the service was never compiled. */
async function readImage(name: ImageName): Promise<SiteImage> {
  // The name is declared under `imports` in package.json, so it is found from src and from dist.
  const bytes = await readFile(createRequire(import.meta.url).resolve(`#assets/${name}`))
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}
