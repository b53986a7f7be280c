import type { IncomingMessage } from 'node:http'
import { all, compile } from '@fastify/proxy-addr'
import type { Settings } from '../../config.ts'

/** Whose `X-Forwarded-For` is believed, in the form Fastify and proxy-addr take it. */
export function proxyTrustOf({
  trustProxy: hops,
}: Settings): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof hops === 'number' ? (_address, hop) => hop < hops : hops
}

/** Finds the address of the visitor behind a request: the socket's, or the one that a trusted proxy names. */
export function createClientAddressReader(settings: Settings): (request: IncomingMessage) => string {
  const proxyTrust = proxyTrustOf(settings)
  if (proxyTrust === false) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = typeof proxyTrust === 'function' ? proxyTrust : compile(proxyTrust)
  return (request) => all(request, isTrusted).at(-1) ?? ''
}
