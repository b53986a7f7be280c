import type { IncomingMessage } from 'node:http'
import { all, compile } from '@fastify/proxy-addr'
import type { Settings } from '../../config.ts'

/** The proxies whose `X-Forwarded-For` is trusted, in the form of Fastify and proxy-addr. */
export function proxyTrustOf({ trustProxy }: Settings): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy
}

/**
 * Returns a function that finds the address of the client: that of the socket, or the one that a trusted proxy names.
 */
export function createClientAddressReader(settings: Settings): (request: IncomingMessage) => string {
  const proxyTrust = proxyTrustOf(settings)
  if (proxyTrust === false) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = typeof proxyTrust === 'function' ? proxyTrust : compile(proxyTrust)
  return (request) => all(request, isTrusted).at(-1) ?? ''
}
