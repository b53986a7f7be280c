import type { FastifyReply, FastifyRequest } from 'fastify'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import { isCrossSite } from '../../../../platform/web/cross-site.ts'
import { requestLanguage } from '../../../../platform/web/language.ts'
import { sendPage } from '../../../../platform/web/page.ts'
import { interactionExpiredPage } from '../interactions/error-pages.ts'
import { MisdirectedRequest } from '../oauth.errors.ts'
import type { OAuthAddresses } from './oauth-addresses.ts'

/** In characters; a redirect URI may have as many. */
const maxParameterLength = 2048

/** Throws `MisdirectedRequest` for any other host, so that no answer depends on the Host header. */
export function rejectOtherHosts(addresses: OAuthAddresses) {
  return async ({ host }: FastifyRequest): Promise<void> => {
    if (!addresses.isServedHost(host)) throw new MisdirectedRequest()
  }
}

/** Redirects from other loopback names to the public host, because cookies belong to one host. */
export function redirectToPublicHost(addresses: OAuthAddresses) {
  return async ({ host, url }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    return addresses.isPublicHost(host) ? undefined : reply.redirect(addresses.urlOf(url))
  }
}

/** Answers a form from a page of another site, or of another host of this site, with 403. */
export async function rejectCrossSiteForm(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (!isCrossSite(request)) return undefined
  return sendPage(reply, { ...interactionExpiredPage(requestLanguage(request)), status: 403 })
}

/**
 * Throws `InvalidParams` for a malformed authorization request: invalid percent-encoding, control characters, too long
 * names or values, or a `response_mode` other than `query`.
 */
export async function rejectMalformedQuery({ url }: FastifyRequest): Promise<void> {
  const start = url.indexOf('?')
  if (start < 0) return
  for (const pair of url.slice(start + 1).split('&')) {
    const [name, value] = pair.split(/=(.*)/s, 2).map(decodeParameter)
    if (name === undefined || value?.length === 0) continue
    validateParameter(name, value ?? '')
  }
}

function validateParameter(name: string, value: string): void {
  const field = /^\w{1,64}$/.test(name) ? name : 'query'
  if (hasControlCharacters(name) || hasControlCharacters(value))
    throw InvalidParams.forField(field, 'must not contain control characters')
  if (name.length > maxParameterLength || value.length > maxParameterLength) {
    throw InvalidParams.forField(field, `must have at most ${maxParameterLength} characters`)
  }
  if (name === 'response_mode' && value !== 'query') throw InvalidParams.forField(field, 'must be query')
}

function decodeParameter(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '))
  } catch {
    throw InvalidParams.forField('query', 'must be well-formed percent-encoded UTF-8')
  }
}

function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text)
}
