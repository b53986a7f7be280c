import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import fastify from 'fastify'

/** A developer page whose files this service serves itself. */
export type Tool = keyof typeof tools

/** One file, ready to send; its path changes whenever its content does. */
export interface PackedFile {
  readonly name: string
  readonly path: string
  readonly type: string
  readonly brotli: Uint8Array
  readonly gzip: Uint8Array
}

/** The files of each tool by name. They are asked of the libraries that carry them, so an upgrade is one of versions. */
const tools = {
  async graphiql(): Promise<Record<string, string>> {
    const { js, css, editorWorkerService, jsonWorker, graphqlWorker } = await import(
      '@graphql-yoga/render-graphiql/graphiql'
    )
    return {
      'graphiql.js': js,
      'graphiql.css': css,
      'graphiql-editor.js': editorWorkerService,
      'graphiql-json.js': jsonWorker,
      'graphiql-graphql.js': graphqlWorker,
    }
  },
  async reference(): Promise<Record<string, string>> {
    const { default: apiReference } = await import('@scalar/fastify-api-reference')
    // The library gives its script only as a route, and that one has neither a policy nor a lifetime in caches.
    const server = fastify()
    await server.register(apiReference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
    const { statusCode, body } = await server.inject('/docs/js/scalar.js')
    if (statusCode !== 200) throw new Error('The API reference no longer serves its script at /js/scalar.js.')
    // Source maps are not served; without the mark, developer tools do not ask for them.
    return { 'reference.js': body.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n') }
  },
}

const mediaTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

function pack([name, text]: [string, string]): PackedFile {
  const bytes = Buffer.from(text)
  const [stem = '', extension = ''] = name.split('.')
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return {
    name,
    path: `/assets/${stem}-${hash}.${extension}`,
    type: mediaTypes[extension] ?? 'application/octet-stream',
    // Without promises on purpose: those would take the thread pool that password hashes of the whole process wait for.
    // Quality 11 would save a few percent more and let the first visitor wait for many seconds.
    brotli: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    gzip: gzipSync(bytes),
  }
}

// This file is a thread of its own (see assets.ts): it answers once and ends, and the libraries leave memory with it.
const files = await tools[workerData as Tool]()
parentPort?.postMessage(Object.entries(files).map(pack))
