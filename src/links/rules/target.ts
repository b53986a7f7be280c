export interface TargetOptions {
  readonly utmSource: string | null
  readonly utmMedium: string | null
  readonly utmCampaign: string | null
  /** Whether the visitor's own query parameters travel on to the destination. */
  readonly forwardQuery: boolean
}

/** Parameters of a short address that speak to this service, never to the destination. */
const internalKeys: ReadonlySet<string> = new Set(['qr', 'no-track', 'password', 'pw', 'preview'])

const titleMaxLength = 255

/**
 * The address a visitor is sent to: the destination with the link's UTM values set, then the visitor's parameters, which
 * replace all values of the same key. The fragment and every parameter not concerned stay as they are, byte for byte,
 * since some sites sign their query. The answer is ASCII without line breaks.
 * Throws when the stored destination is not http or https, which only a row written past our checks can be.
 */
export function finalDestination(
  originalUrl: string,
  options: TargetOptions,
  visitorQuery: string | URLSearchParams,
): string {
  if (!/^https?:\/\//i.test(originalUrl)) throw new Error('The stored destination is not an http or https address.')
  const href = /^[\x21-\x7e]+$/.test(originalUrl) ? originalUrl : new URL(originalUrl).href
  const [, base = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(href) ?? []
  const stored = query.length > 1 ? query.slice(1).split('&') : []

  const tagged = Object.entries({
    utm_source: options.utmSource,
    utm_medium: options.utmMedium,
    utm_campaign: options.utmCampaign,
  }).reduce((pairs, [key, value]) => (value ? withValue(pairs, key, value) : pairs), stored)

  const sent = options.forwardQuery ? forwardedPairs(visitorQuery) : []
  const sentKeys = new Set(sent.map(keyOf))
  const merged = sent.length > 0 ? [...tagged.filter((pair) => !sentKeys.has(keyOf(pair))), ...sent] : tagged

  return merged === stored ? href : `${base}?${merged.join('&')}${fragment}`
}

/** What a link without a title is called: host and path of its destination, at most 255 characters. */
export function defaultTitle(href: string): string {
  const { host, pathname } = new URL(href)
  return `${host}${pathname === '/' ? '' : pathname}`.slice(0, titleMaxLength)
}

/** Sets a key to one value, at the place of its first appearance; the same list when it already has just that value. */
function withValue(pairs: string[], key: string, value: string): string[] {
  const places = pairs.flatMap((pair, at) => (keyOf(pair) === key ? [at] : []))
  const [first] = places
  const pair = new URLSearchParams([[key, value]]).toString()
  if (first === undefined) return [...pairs, pair]
  if (places.length === 1 && parse(pairs[first] ?? '').get(key) === value) return pairs
  return pairs.flatMap((each, at) => (at === first ? [pair] : places.includes(at) ? [] : [each]))
}

/** The visitor's parameters as sent, without internal ones, and with what may not stand in a query percent-encoded. */
function forwardedPairs(query: string | URLSearchParams): string[] {
  return query
    .toString()
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !internalKeys.has(keyOf(pair)))
    .map(encodeUnsafe)
}

/** Percent-encodes what the URL standard encodes in a query of http and https, and nothing that is encoded already. */
function encodeUnsafe(pair: string): string {
  return pair.replace(/[^\x21-\x7e]|["#'<>]/gu, (sign) =>
    Buffer.from(sign).reduce((text, byte) => `${text}%${byte.toString(16).toUpperCase().padStart(2, '0')}`, ''),
  )
}

function keyOf(pair: string): string {
  return parse(pair).keys().next().value ?? ''
}

/** The question mark in front is taken off by the parser, which would else take one off the key. */
function parse(pair: string): URLSearchParams {
  return new URLSearchParams(`?${pair}`)
}
