import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileResponse, ImageResponse } from '../graphql/request-types.ts'

/**
 * Streams a file no faster than the client reads; a client that disconnects ends it. Reads the first chunk before the
 * status is sent, so that a file that cannot start is an error answer and not a broken file.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileResponse,
): Promise<FastifyReply> {
  // For HEAD, Fastify would read the whole file and discard it.
  const content = request.method === 'HEAD' ? [] : await startReading(file)
  reply
    .type(file.mediaType)
    .headers({ 'cache-control': 'private, no-store', 'content-disposition': `attachment; filename="${file.name}"` })
  return reply.send(Readable.from(content))
}

type Chunk = string | Uint8Array

async function startReading(file: FileResponse): Promise<AsyncGenerator<Chunk>> {
  const chunks = (await file.open())[Symbol.asyncIterator]()
  return continueReading(await chunks.next(), chunks)
}

async function* continueReading(first: IteratorResult<Chunk>, chunks: AsyncIterator<Chunk>): AsyncGenerator<Chunk> {
  try {
    for (let chunk = first; !chunk.done; chunk = await chunks.next()) yield chunk.value
  } finally {
    await chunks.return?.()
  }
}

/** Sends an image, or a 304. Every page may embed it; an SVG that is opened directly runs no scripts. */
export async function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, mediaType, etag, render }: ImageResponse,
): Promise<FastifyReply> {
  const cacheHeaders = { etag, 'cache-control': 'private, max-age=300', 'cross-origin-resource-policy': 'cross-origin' }
  if (matchesEtag(etag, request.headers['if-none-match'])) return reply.status(304).headers(cacheHeaders).send()
  // Renders before the headers are set, so that an error is not cached.
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

/** Whether `If-None-Match` contains the tag; a weak tag counts too (RFC 9110, 13.1.2). */
function matchesEtag(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}
