import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Deprecation, deprecationOf } from '../graphql/deprecation.ts'
import type { PagePosition } from '../graphql/request-types.ts'
import { readOwnValue } from './body-values.ts'
import { readQueryValue } from './request-inputs.ts'
import type { RestOperation } from './rest-operations.ts'

/**
 * Writes the total and the links of a list, whose body is a plain array, into headers (RFC 8288). The links are absolute,
 * because many programs use them as they are. Where a list has cursors, the next link has one, because a page by cursor
 * costs the same at any depth. `url` is the absolute address of the request.
 */
export function writePageHeaders(
  reply: FastifyReply,
  { page, limit, total, nextCursor, ...position }: PagePosition,
  url: URL,
): void {
  const last = total === undefined ? undefined : Math.max(1, Math.ceil(total / limit))
  const link = (rel: string, parameter: 'page' | 'cursor', value: string) => {
    const address = new URL(url)
    for (const other of ['page', 'cursor']) if (other !== parameter) address.searchParams.delete(other)
    address.searchParams.set(parameter, value)
    return `<${address.href}>; rel="${rel}"`
  }
  const at = (number: number, rel: string) => link(rel, 'page', String(number))
  const next = () => (nextCursor ? link('next', 'cursor', nextCursor) : at(page + 1, 'next'))
  const { hasNext = nextCursor === undefined ? last !== undefined && page < last : nextCursor !== null } = position
  const neighbours = [
    at(1, 'first'),
    ...(page > 1 ? [at(Math.min(page - 1, last ?? page), 'prev')] : []),
    ...(hasNext ? [next()] : []),
    ...(last === undefined ? [] : [at(last, 'last')]),
  ]
  if (total !== undefined) reply.header('x-total-count', total)
  reply.header('link', neighbours.join(', '))
}

/**
 * Allows caches to store an answer that is the same for every caller. The `Age` header shortens that time (RFC 9111,
 * 4.2), so an outdated answer is not cached.
 */
export function writeCacheHeaders(reply: FastifyReply, maxAgeSeconds: number, ageSeconds = 0): void {
  reply.headers({ 'cache-control': `public, max-age=${maxAgeSeconds}`, age: ageSeconds })
}

/**
 * Creates a hook that writes `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a `Link` on answers of a deprecated
 * operation and on answers to requests with a deprecated argument. Undefined for an operation without deprecations.
 */
export function createDeprecationHook(operation: RestOperation) {
  const { field } = operation
  if (![field, ...field.args].some((element) => deprecationOf(element))) return undefined
  return async function writeDeprecationHeaders(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const deprecations = findDeprecations(operation, request)
    const [first] = deprecations
    if (!first) return
    const links = new Set(deprecations.map(({ link }) => `<${link}>; rel="deprecation"; type="text/html"`))
    const paging = reply.getHeader('link')
    reply
      .header('deprecation', `@${startOfDay(first.since).getTime() / 1000}`)
      .header('sunset', startOfDay(first.sunset).toUTCString())
      .header('link', [...(paging === undefined ? [] : [paging]), ...links].join(', '))
  }
}

/** The deprecations that apply to this request, the earliest sunset first: the headers name its dates. */
function findDeprecations({ field, route }: RestOperation, { query, body }: FastifyRequest): Deprecation[] {
  const isSent = (name: string) =>
    route.method === 'GET'
      ? readQueryValue(query as object, name) !== undefined
      : readOwnValue(body ?? {}, name) !== undefined
  const deprecations = [field, ...field.args.filter(({ name }) => isSent(name))].flatMap(
    (each) => deprecationOf(each) ?? [],
  )
  return deprecations.sort((a, b) => a.sunset.localeCompare(b.sunset))
}

function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
