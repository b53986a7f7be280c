import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RouteNotFound } from '../../shared/general.errors.ts'
import type { PackedFile, Tool } from './developer-assets.worker.ts'

const toolNames: readonly Tool[] = ['graphiql', 'reference']

/** Serves the files of the developer pages, loaded when first needed. Their paths contain hashes of their content. */
export class DeveloperAssets {
  readonly #packed = new Map<Tool, Promise<readonly PackedFile[]>>()

  constructor(server: FastifyInstance) {
    server.get('/assets/:name', { config: { quota: false }, logLevel: 'warn' }, (request, reply) =>
      this.#send(request, reply),
    )
  }

  /** The paths of the files of a tool by plain name, such as `graphiql.js`. */
  async paths(tool: Tool): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.#files(tool)).map(({ name, path }) => [name, path]))
  }

  async #send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { name } = request.params as { name: string }
    // The request may come from a page of another node or of an earlier process, so the name selects the tool to load.
    const tool = toolNames.find((each) => name.startsWith(`${each}-`) || name.startsWith(`${each}.`))
    const file = tool && (await this.#files(tool)).find(({ path }) => path === `/assets/${name}`)
    if (!file) throw new RouteNotFound()
    reply.headers({
      'content-type': file.type,
      'cache-control': 'public, max-age=31536000, immutable',
      // A web worker has the policy of its own script, not of the page.
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      vary: 'accept-encoding',
    })
    const accepted = acceptedEncodings(request.headers['accept-encoding'])
    if (accepted.has('br')) return reply.header('content-encoding', 'br').send(file.brotli)
    if (accepted.has('gzip')) return reply.header('content-encoding', 'gzip').send(file.gzip)
    return reply.send(Readable.from([file.gzip]).pipe(createGunzip()))
  }

  #files(tool: Tool): Promise<readonly PackedFile[]> {
    const packed = this.#packed.get(tool)
    if (packed) return packed
    const packing = packInThread(tool)
    this.#packed.set(tool, packing)
    // A failed load is retried by the next request.
    packing.catch(() => this.#packed.delete(tool))
    return packing
  }
}

/** Loads the files in a worker thread, because loading and compressing megabytes would block redirects. */
function packInThread(tool: Tool): Promise<readonly PackedFile[]> {
  const worker = new Worker(new URL(`./developer-assets.worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: tool,
  })
  worker.unref()
  return new Promise((resolve, reject) => {
    worker.once('message', resolve).once('error', reject)
    worker.once('exit', () => reject(new Error(`The files of ${tool} were not packed.`)))
  })
}

/** The encodings that the client accepts (RFC 9110, 12.5.3). */
function acceptedEncodings(header = ''): ReadonlySet<string> {
  const offers = header
    .toLowerCase()
    .split(',')
    .map((offer) => offer.split(';').map((part) => part.trim()))
  return new Set(offers.flatMap(([coding, weight]) => (coding && !/^q=0(\.0*)?$/.test(weight ?? '') ? coding : [])))
}
