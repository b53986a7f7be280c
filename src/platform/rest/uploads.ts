import { type Readable, Transform } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PayloadTooLarge, UnsupportedMediaType } from '../shared/general.errors.ts'

/** Gives routes the body as a stream of at most `bodyLimit` bytes, which nothing has read. */
export function acceptUploads(server: FastifyInstance, mediaTypes: readonly string[], bodyLimit: number): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser([...mediaTypes], (request, payload, done) => {
    const error = findBodyIssue(request, mediaTypes, bodyLimit)
    if (error) done(error)
    else done(null, limitBytes(payload, bodyLimit))
  })
  server.addContentTypeParser('*', (_request, _payload, done) => done(UnsupportedMediaType.forUpload(mediaTypes)))
}

function findBodyIssue({ headers }: FastifyRequest, mediaTypes: readonly string[], bodyLimit: number): Error | null {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    return UnsupportedMediaType.forUpload(mediaTypes, 'The file must not be compressed.')
  return Number(headers['content-length'] ?? 0) > bodyLimit ? new PayloadTooLarge() : null
}

/** A chunked body has no length, so its bytes are counted. */
function limitBytes(payload: Readable, bodyLimit: number): Readable {
  let byteCount = 0
  const limited = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      byteCount += bytes.length
      if (byteCount > bodyLimit) done(new PayloadTooLarge())
      else done(null, bytes)
    },
  })
  payload.once('error', (error) => limited.destroy(error))
  payload.once('close', () => {
    if (!payload.readableEnded) limited.destroy(new Error('The connection was closed before the end of the body.'))
  })
  return payload.pipe(limited)
}
