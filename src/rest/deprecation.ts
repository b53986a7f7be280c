import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Deprecation, deprecationOf } from '../graphql/deprecation.ts'
import { queryValue } from './inputs.ts'
import type { RestOperation } from './operations.ts'

/**
 * A hook that tells, on every answer of a deprecated operation and on every answer to a deprecated argument that was
 * sent, `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a `Link` beside those of paging (contract 9.4). Undefined for
 * an operation with nothing deprecated about it.
 */
export function deprecationTeller(operation: RestOperation) {
  const { field } = operation
  if (![field, ...field.args].some((element) => deprecationOf(element))) return undefined
  return async function tellDeprecation(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const met = deprecationsMet(operation, request)
    const [first] = met
    if (!first) return
    const links = new Set(met.map(({ link }) => `<${link}>; rel="deprecation"; type="text/html"`))
    const paging = reply.getHeader('link')
    reply
      .header('deprecation', `@${dayOf(first.since).getTime() / 1000}`)
      .header('sunset', dayOf(first.sunset).toUTCString())
      .header('link', [...(paging === undefined ? [] : [paging]), ...links].join(', '))
  }
}

/** The deprecations this request met, the one that ends first before the others: its dates are the ones to tell. */
function deprecationsMet({ field, route }: RestOperation, { query, body }: FastifyRequest): Deprecation[] {
  const isRead = route.method === 'GET'
  const isSent = (name: string) => (isRead ? queryValue(query as object, name) !== undefined : hasOwn(body, name))
  const met = [field, ...field.args.filter(({ name }) => isSent(name))].flatMap((each) => deprecationOf(each) ?? [])
  return met.sort((a, b) => a.sunset.localeCompare(b.sunset))
}

function hasOwn(body: unknown, name: string): boolean {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name)
}

function dayOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}
