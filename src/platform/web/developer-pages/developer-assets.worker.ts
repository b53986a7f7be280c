import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import fastify from 'fastify'

/** A tool whose files this service serves itself. */
export type Tool = keyof typeof tools

/** A compressed file. Its path changes with its content. */
export interface PackedFile {
  readonly name: string
  readonly path: string
  readonly type: string
  readonly brotli: Uint8Array
  readonly gzip: Uint8Array
}

/** Loads the files of each tool by name from its library. */
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
    // The library provides its script only as a route, without a policy or cache headers.
    const server = fastify()
    await server.register(apiReference, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
    const { statusCode, body } = await server.inject('/docs/js/scalar.js')
    if (statusCode !== 200) throw new Error('The API reference does not serve its script at /js/scalar.js.')
    // Source maps are not served; without this comment, developer tools do not request them.
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
    // Synchronous, because the asynchronous functions would use the thread pool that password hashing needs. Quality 11
    // would save a few percent and take many seconds.
    brotli: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    gzip: gzipSync(bytes),
  }
}

// This file runs in a worker thread (see developer-assets.ts): it answers once and ends, which frees the memory of the
// libraries.
const files = await tools[workerData as Tool]()
parentPort?.postMessage(Object.entries(files).map(pack))
