import type { FastifyReply, FastifyRequest } from 'fastify'
import { InvalidParams } from '../base/failures.ts'
import type { OAuthAddresses } from './addresses.ts'
import { MisdirectedRequest } from './misdirected.ts'

/** The longest value of one parameter, in characters. An address of an application has at most 2048 as well. */
const longest = 2048

/** Throws `MisdirectedRequest` for any host but ours: what an authorization server says of itself must not depend on it. */
export function refuseOtherHosts(addresses: OAuthAddresses) {
  return async ({ host }: FastifyRequest): Promise<void> => {
    if (!addresses.answersTo(host)) throw new MisdirectedRequest()
  }
}

/** Leads a browser that came by another loopback name to the public one, for its cookies would not come along later. */
export function leadHome(addresses: OAuthAddresses) {
  return async ({ host, url }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    return addresses.isPublic(host) ? undefined : reply.redirect(addresses.at(url))
  }
}

/**
 * Throws `InvalidParams` for an authorization request that nobody sends in good faith: with percent signs that spell no
 * text, control characters or values beyond measure, or for an answer in another form than a redirect with a query.
 */
export async function refuseUnreadableQueries({ url }: FastifyRequest): Promise<void> {
  const start = url.indexOf('?')
  if (start < 0) return
  for (const pair of url.slice(start + 1).split('&')) {
    const [name, value] = pair.split(/=(.*)/s, 2).map(textOf)
    if (name === undefined || value?.length === 0) continue
    judge(name, value ?? '')
  }
}

function judge(name: string, value: string): void {
  const field = /^\w{1,64}$/.test(name) ? name : 'query'
  if (hasControls(name) || hasControls(value)) throw InvalidParams.of(field, 'must not hold control characters')
  if (name.length > longest || value.length > longest) {
    throw InvalidParams.of(field, `must have at most ${longest} characters`)
  }
  if (name === 'response_mode' && value !== 'query') throw InvalidParams.of(field, 'must be query')
}

function textOf(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '))
  } catch {
    throw InvalidParams.of('query', 'must be well-formed percent-encoded UTF-8')
  }
}

function hasControls(text: string): boolean {
  return /\p{Cc}/u.test(text)
}
