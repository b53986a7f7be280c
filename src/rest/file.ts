import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OfferedFile } from '../graphql/context.ts'

/**
 * Sends an offered file, piece by piece and no faster than the client takes them; a client that hangs up ends the
 * reading. The first piece is had before the status is sent, so that what cannot begin is a refusal and no torn answer.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: OfferedFile): Promise<FastifyReply> {
  reply.type(file.mediaType).header('content-disposition', `attachment; filename="${file.name}"`)
  // Fastify would read the whole of it to throw it away.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  const pieces = (await file.open())[Symbol.asyncIterator]()
  const first = await pieces.next()
  return reply.send(Readable.from(continued(first, pieces)))
}

async function* continued(first: IteratorResult<string>, pieces: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    for (let piece = first; !piece.done; piece = await pieces.next()) yield piece.value
  } finally {
    await pieces.return?.()
  }
}
