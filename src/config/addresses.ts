import { isIP } from 'node:net'
import { z } from 'zod'

/** Without credentials, query and fragment. The result has no slash at its end. */
export const httpUrl = z
  .url({ protocol: /^https?$/ })
  .transform((text) => new URL(text))
  .refine(({ href, username, password }) => !/[?#]/.test(href) && username === '' && password === '')
  // Two addresses in one value are read as one with such a host.
  .refine(({ hostname }) => !/[,;]/.test(hostname))
  .transform(({ href }) => href.replace(/\/+$/, ''))

/** A URL without a path: pages and cookies of the service are at the root of its host. */
export const originUrl = httpUrl.refine((text) => new URL(text).pathname === '/')

/** A URL whose path, if it has one, is plain: it becomes a part of cookies, links and patterns of other programs. */
export const basePathUrl = httpUrl.refine((text) => /^(\/|(\/[\w~.-]+)+)$/.test(new URL(text).pathname))

/** Requires a host, because `redis:host` would be parsed as a path. */
export const redisAddress = z.url({ protocol: /^rediss?$/, hostname: /./ })

export const hostNames = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim().toLowerCase().replace(/\.$/, '')))
  .refine((list) => list.every((each) => /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(each)))

export const networks = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .refine((list) => list.every(isNetwork))

/** Whether the text is an IP address or a network of at least one bit: `/0` would trust every client. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}
