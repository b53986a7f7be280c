import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileResponse, ImageResponse } from '../graphql/request-context.ts'

/**
 * Sends an offered file, piece by piece and no faster than the client takes them; a client that hangs up ends the
 * reading. The first piece is had before the status is sent, so that what cannot begin is a refusal and no torn answer.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileResponse,
): Promise<FastifyReply> {
  // Of a file that is opened for HEAD, Fastify would read the whole to throw it away.
  const content = request.method === 'HEAD' ? [] : await startReading(file)
  reply.type(file.mediaType).header('content-disposition', `attachment; filename="${file.name}"`)
  return reply.send(Readable.from(content))
}

async function startReading(file: FileResponse): Promise<AsyncGenerator<string>> {
  const chunks = (await file.open())[Symbol.asyncIterator]()
  return continueReading(await chunks.next(), chunks)
}

async function* continueReading(first: IteratorResult<string>, chunks: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    for (let chunk = first; !chunk.done; chunk = await chunks.next()) yield chunk.value
  } finally {
    await chunks.return?.()
  }
}

/**
 * Sends an offered picture, or 304 to who has it. Pages of every origin may show it, and opened by itself it runs
 * nothing: an SVG is a document.
 */
export async function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, mediaType, etag, render }: ImageResponse,
): Promise<FastifyReply> {
  const cacheHeaders = { etag, 'cache-control': 'private, max-age=300', 'cross-origin-resource-policy': 'cross-origin' }
  if (matchesEtag(etag, request.headers['if-none-match'])) return reply.status(304).headers(cacheHeaders).send()
  // Before a header is set: what cannot be drawn is a refusal, which nobody may keep.
  const bytes = await render()
  return reply
    .headers({
      ...cacheHeaders,
      'content-type': mediaType,
      'content-disposition': `inline; filename="${name}"`,
      'content-security-policy': "default-src 'none'; img-src data:; frame-ancestors 'none'; sandbox",
    })
    .send(bytes)
}

/** Whether the list of `If-None-Match` names the tag; a weak one counts as well (RFC 9110, 13.1.2). */
function matchesEtag(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}
