export interface FinalDestinationOptions {
  readonly utmSource: string | null
  readonly utmMedium: string | null
  readonly utmCampaign: string | null
  /** Whether the visitor's own query parameters travel on to the destination. */
  readonly forwardQuery: boolean
}

/** Parameters of a short address that speak to this service, never to the destination. */
const internalParameters: ReadonlySet<string> = new Set(['qr', 'no-track', 'password', 'pw', 'preview'])

const titleMaxLength = 255

/**
 * The address a visitor is sent to: the destination with the link's UTM values set, then the visitor's parameters, which
 * replace all values of the same key. The fragment and every parameter not concerned stay as they are, byte for byte,
 * since some sites sign their query. The answer is ASCII without line breaks.
 * Throws when the stored destination is not http or https, which only a row written past our checks can be.
 */
export function buildFinalDestination(
  originalUrl: string,
  options: FinalDestinationOptions,
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
  }).reduce((pairs, [key, value]) => (value ? setParameter(pairs, key, value) : pairs), stored)

  const forwarded = options.forwardQuery ? forwardedPairs(visitorQuery) : []
  const forwardedKeys = new Set(forwarded.map(getPairKey))
  const merged =
    forwarded.length > 0 ? [...tagged.filter((pair) => !forwardedKeys.has(getPairKey(pair))), ...forwarded] : tagged

  return merged === stored ? href : `${base}?${merged.join('&')}${fragment}`
}

/** What a link without a title is called: host and path of its destination, at most 255 characters. */
export function defaultTitle(href: string): string {
  const { host, pathname } = new URL(href)
  return `${host}${pathname === '/' ? '' : pathname}`.slice(0, titleMaxLength)
}

/** Sets a key to one value, at the place of its first appearance; the same list when it already has just that value. */
function setParameter(pairs: string[], key: string, value: string): string[] {
  const indexes = pairs.flatMap((pair, index) => (getPairKey(pair) === key ? [index] : []))
  const [first] = indexes
  const pair = new URLSearchParams([[key, value]]).toString()
  if (first === undefined) return [...pairs, pair]
  if (indexes.length === 1 && parsePair(pairs[first] ?? '').get(key) === value) return pairs
  return pairs.flatMap((existing, index) => (index === first ? [pair] : indexes.includes(index) ? [] : [existing]))
}

/** The visitor's parameters as sent, without internal ones, and with what may not stand in a query percent-encoded. */
function forwardedPairs(query: string | URLSearchParams): string[] {
  return query
    .toString()
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !internalParameters.has(getPairKey(pair)))
    .map(encodeUnsafe)
}

/** Percent-encodes what the URL standard encodes in a query of http and https, and nothing that is encoded already. */
function encodeUnsafe(pair: string): string {
  return pair.replace(/[^\x21-\x7e]|["#'<>]/gu, (character) =>
    Buffer.from(character).reduce((text, byte) => `${text}%${byte.toString(16).toUpperCase().padStart(2, '0')}`, ''),
  )
}

function getPairKey(pair: string): string {
  return parsePair(pair).keys().next().value ?? ''
}

/** The question mark in front is taken off by the parser, which would else take one off the key. */
function parsePair(pair: string): URLSearchParams {
  return new URLSearchParams(`?${pair}`)
}

/** What a destination is given of the campaign a visitor came by; null where it is given nothing. */
export interface Campaign {
  readonly source: string | null
  readonly medium: string | null
  readonly campaign: string | null
}

const noCampaign: Campaign = Object.freeze({ source: null, medium: null, campaign: null })

/**
 * The `utm_*` parameters of the address a visitor is sent to: the link's, or the visitor's own when they are forwarded.
 * `visitorQuery` is the query of the short address without its question mark.
 */
export function getCampaign(
  link: FinalDestinationOptions & { readonly originalUrl: string },
  visitorQuery: string,
): Campaign {
  // Most clicks have no campaign, and every click asks.
  if (
    !link.utmSource &&
    !link.utmMedium &&
    !link.utmCampaign &&
    !mayContainUtm(link.originalUrl) &&
    !mayContainUtm(visitorQuery)
  ) {
    return noCampaign
  }
  const { searchParams } = new URL(buildFinalDestination(link.originalUrl, link, visitorQuery))
  const value = (name: string) => searchParams.get(name) || null
  return { source: value('utm_source'), medium: value('utm_medium'), campaign: value('utm_campaign') }
}

/** A percent sign may hide a letter of the name. */
function mayContainUtm(text: string): boolean {
  return text.includes('utm_') || text.includes('%')
}
