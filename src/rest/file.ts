import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OfferedFile } from '../graphql/context.ts'

/**
 * Sends an offered file, piece by piece and no faster than the client takes them; a client that hangs up ends the
 * reading. The first piece is had before the status is sent, so that what cannot begin is a refusal and no torn answer.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: OfferedFile): Promise<FastifyReply> {
  // Of a file that is opened for HEAD, Fastify would read the whole to throw it away.
  const content = request.method === 'HEAD' ? [] : await begun(file)
  reply.type(file.mediaType).header('content-disposition', `attachment; filename="${file.name}"`)
  return reply.send(Readable.from(content))
}

async function begun(file: OfferedFile): Promise<AsyncGenerator<string>> {
  const pieces = (await file.open())[Symbol.asyncIterator]()
  return continued(await pieces.next(), pieces)
}

async function* continued(first: IteratorResult<string>, pieces: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    for (let piece = first; !piece.done; piece = await pieces.next()) yield piece.value
  } finally {
    await pieces.return?.()
  }
}
