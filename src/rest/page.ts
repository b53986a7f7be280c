import type { FastifyReply } from 'fastify'
import type { PageFacts } from '../graphql/context.ts'

/**
 * Bare arrays carry their total and their neighbours in headers (RFC 8288). Where a list has cursors the next page is
 * told by one, since the way there costs the same however far it is.
 */
export function writePage(reply: FastifyReply, { page, limit, total, nextCursor }: PageFacts, url: string): void {
  const last = total === undefined ? undefined : Math.max(1, Math.ceil(total / limit))
  const link = (rel: string, parameter: 'page' | 'cursor', value: string) => {
    const address = new URL(url, 'http://localhost')
    for (const other of ['page', 'cursor']) if (other !== parameter) address.searchParams.delete(other)
    address.searchParams.set(parameter, value)
    return `<${address.pathname}${address.search}>; rel="${rel}"`
  }
  const at = (number: number, rel: string) => link(rel, 'page', String(number))
  const next = () => (nextCursor ? link('next', 'cursor', nextCursor) : at(page + 1, 'next'))
  const hasNext = nextCursor === undefined ? last !== undefined && page < last : nextCursor !== null
  const neighbours = [
    at(1, 'first'),
    ...(page > 1 ? [at(Math.min(page - 1, last ?? page), 'prev')] : []),
    ...(hasNext ? [next()] : []),
    ...(last === undefined ? [] : [at(last, 'last')]),
  ]
  if (total !== undefined) reply.header('x-total-count', total)
  reply.header('link', neighbours.join(', '))
}
