import type { FastifyReply } from 'fastify'
import type { RestRoute } from './mark.ts'

/**
 * Lets every cache keep what is the same for everybody, for as long as the route says it holds. What is left of that
 * time follows from its age (RFC 9111, 4.2), so an answer that is older than it should be is not kept at all.
 */
export function writeFreshness(reply: FastifyReply, { maxAgeSeconds }: RestRoute, ageSeconds = 0): void {
  if (maxAgeSeconds === undefined) return
  reply.headers({ 'cache-control': `public, max-age=${maxAgeSeconds}`, age: ageSeconds })
}
