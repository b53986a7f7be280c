import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { NetworkRateLimiter } from '../../rate-limiting/network-rate-limiter.ts'
import { RouteNotFound } from '../../shared/general.errors.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/**
 * Serves the scripts and styles of the developer pages under /assets. `build.ts` wrote them, compressed. A path contains
 * the hash of its content, so caches may store it forever.
 */
export class DeveloperAssets {
  #manifest: { readonly folder: string; readonly fileNames: Readonly<Record<string, string>> } | undefined

  /** `rateLimiter` limits the files, and the pages that load them. */
  constructor(
    server: FastifyInstance,
    readonly rateLimiter: NetworkRateLimiter,
  ) {
    const routeOptions = { config: { rateLimit: [rateLimiter] }, logLevel: 'warn' } as const
    server.get('/assets/:name', routeOptions, (request, reply) => this.#send(request, reply))
  }

  /** The paths of all files by plain name, such as `graphiql.js`. */
  async paths(): Promise<ReadonlyMap<string, string>> {
    const { fileNames } = await this.#readManifest()
    return new Map(Object.entries(fileNames).map(([name, fileName]) => [name, `/assets/${fileName}`]))
  }

  async #send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { name } = request.params as { name: string }
    const { folder, fileNames } = await this.#readManifest()
    if (!Object.values(fileNames).includes(name)) throw new RouteNotFound()
    reply.headers({
      'content-type': mediaTypes[extname(name)],
      'cache-control': 'public, max-age=31536000, immutable',
      // A web worker has the policy of its own script, not of the page.
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      vary: 'accept-encoding',
    })
    const accepted = acceptedEncodings(request.headers['accept-encoding'])
    const encoding = (['br', 'gzip'] as const).find((each) => accepted.has(each))
    if (encoding) reply.header('content-encoding', encoding)
    const suffix = { br: '.br', gzip: '.gz' }
    return reply.send(createReadStream(join(folder, encoding ? name + suffix[encoding] : name)))
  }

  /** Throws when the service was never compiled. */
  async #readManifest() {
    if (this.#manifest) return this.#manifest
    // The name is declared under `imports` in package.json, so it is found from src and from dist.
    const file = createRequire(import.meta.url).resolve('#assets/manifest.json')
    this.#manifest = { folder: dirname(file), fileNames: JSON.parse(await readFile(file, 'utf8')) }
    return this.#manifest
  }
}

/** The encodings that the client accepts. Without the header it accepts all, and every client reads gzip (RFC 9110, 12.5.3). */
function acceptedEncodings(header = 'gzip'): ReadonlySet<string> {
  const offers = header
    .toLowerCase()
    .split(',')
    .map((offer) => offer.split(';').map((part) => part.trim()))
  return new Set(offers.flatMap(([coding, weight]) => (coding && !/^q=0(\.0*)?$/.test(weight ?? '') ? coding : [])))
}
