import { createReadStream } from 'node:fs'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RouteNotFound } from '../shared/general.errors.ts'

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

const suffixes = { br: '.br', gzip: '.gz' } as const

/**
 * Files of one folder that `build.ts` wrote. Their names contain the hash of their content, so caches may store them
 * forever. Each is there plain and compressed.
 */
export class HashedFiles {
  constructor(
    private readonly folder: string,
    private readonly names: ReadonlySet<string>,
  ) {}

  /** Sends a file in the best encoding that the client accepts. Throws `RouteNotFound` for any other name. */
  send(request: FastifyRequest, reply: FastifyReply, name: string): FastifyReply {
    if (!this.names.has(name)) throw new RouteNotFound()
    reply.headers({
      'content-type': mediaTypes[extname(name)] ?? 'application/octet-stream',
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
    return reply.send(createReadStream(join(this.folder, encoding ? name + suffixes[encoding] : name)))
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
