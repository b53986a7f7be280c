import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OfferedImage } from '../graphql/context.ts'

/**
 * Sends an offered picture, or 304 to who has it. Pages of every origin may show it, and opened by itself it runs
 * nothing: an SVG is a document.
 */
export async function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, mediaType, tag, draw }: OfferedImage,
): Promise<FastifyReply> {
  const kept = { etag: tag, 'cache-control': 'private, max-age=300', 'cross-origin-resource-policy': 'cross-origin' }
  if (isHeld(tag, request.headers['if-none-match'])) return reply.status(304).headers(kept).send()
  // Before a header is set: what cannot be drawn is a refusal, which nobody may keep.
  const bytes = await draw()
  return reply
    .headers({
      ...kept,
      'content-type': mediaType,
      'content-disposition': `inline; filename="${name}"`,
      'content-security-policy': "default-src 'none'; img-src data:; frame-ancestors 'none'; sandbox",
    })
    .send(bytes)
}

/** Whether the list of `If-None-Match` names the tag; a weak one counts as well (RFC 9110, 13.1.2). */
function isHeld(tag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}
