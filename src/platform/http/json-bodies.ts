import type { FastifyInstance, FastifyRequest } from 'fastify'
import { enterTurn } from '../shared/event-loop/turn-queue.ts'
import { InvalidParams, UnsupportedMediaType } from '../shared/general.errors.ts'
import { findJsonExcess, smallJsonLength } from '../shared/text/json-size.ts'

type BodyDone = (error: Error | null, body?: unknown) => void

/**
 * Accepts only JSON bodies in UTF-8 without compression (RFC 8259, 8.1). An empty body counts as absent, because many
 * clients send the header with DELETE. The parser throws `UnsupportedMediaType` and `InvalidParams`.
 */
export function acceptOnlyJson(server: FastifyInstance): void {
  // It calls `done`, and returns nothing.
  const parseJson = server.getDefaultJsonParser('error', 'error') as (
    ...args: [FastifyRequest, string, BodyDone]
  ) => void
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<Buffer>(
    /^application\/([\w.-]+\+)?json(;|$)/i,
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (body.length === 0) return done(null, undefined)
      const parse = () => parseJson(request, readBody(request, body), done)
      if (body.length <= smallJsonLength) return parse()
      Promise.resolve(enterTurn(request.clientAddress)).then(parse).catch(done)
    },
  )
}

function readBody(request: FastifyRequest, body: Buffer): string {
  const text = decodeBody(request, body)
  const excess = findJsonExcess(text)
  if (excess) throw InvalidParams.forField('body', excess)
  return text
}

function decodeBody({ headers }: FastifyRequest, body: Buffer): string {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity')
    throw new UnsupportedMediaType('The request body must not be compressed: Content-Encoding is not supported.')
  if (!isUtf8(headers['content-type']))
    throw new UnsupportedMediaType('The request body must be in UTF-8, not in another charset.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    // Otherwise the bytes would be stored as replacement characters (U+FFFD).
    throw InvalidParams.forField('body', 'must be well-formed UTF-8')
  }
}

/** Whether the `charset` of a Content-Type is UTF-8, which is the default of JSON. */
function isUtf8(contentType = ''): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType)?.[1]
  return charset === undefined || /^utf-?8$/i.test(charset)
}
