export interface FinalDestinationOptions {
  readonly utmSource: string | null
  readonly utmMedium: string | null
  readonly utmCampaign: string | null
  /** Whether the visitor's query parameters are added to the destination. */
  readonly forwardQuery: boolean
}

/** Parameters of a short address that this service reads. They are never forwarded. */
const internalParameters: ReadonlySet<string> = new Set(['qr', 'no-track', 'password', 'pw', 'preview'])

const titleMaxLength = 255

/**
 * The address to which a visitor is redirected: the destination with the UTM values of the link, then the visitor's
 * parameters, which replace all values of the same key. The fragment and all other parameters stay byte for byte,
 * because some sites sign their query. The result is ASCII without line breaks.
 * Throws if the stored destination is not http or https. Only a row that bypassed the checks can have such a one.
 */
export function buildFinalDestination(
  originalUrl: string,
  options: FinalDestinationOptions,
  visitorQuery: string | URLSearchParams,
): string {
  if (!/^https?:\/\//i.test(originalUrl)) throw new Error('The stored destination is not an http or https address.')
  const href = /^[\x21-\x7e]+$/.test(originalUrl) ? originalUrl : new URL(originalUrl).href
  const [, addressWithoutQuery = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(href) ?? []
  const storedPairs = query.length > 1 ? query.slice(1).split('&') : []

  const taggedPairs = Object.entries({
    utm_source: options.utmSource,
    utm_medium: options.utmMedium,
    utm_campaign: options.utmCampaign,
  }).reduce((pairs, [key, value]) => (value ? setParameter(pairs, key, value) : pairs), storedPairs)

  const forwardedPairs = options.forwardQuery ? listForwardedPairs(visitorQuery) : []
  const forwardedKeys = new Set(forwardedPairs.map(getPairKey))
  const mergedPairs =
    forwardedPairs.length > 0
      ? [...taggedPairs.filter((pair) => !forwardedKeys.has(getPairKey(pair))), ...forwardedPairs]
      : taggedPairs

  return mergedPairs === storedPairs ? href : `${addressWithoutQuery}?${mergedPairs.join('&')}${fragment}`
}

/** The title of a link without its own: host and path of the destination, at most 255 characters. */
export function defaultTitle(href: string): string {
  const { host, pathname } = new URL(href)
  return `${host}${pathname === '/' ? '' : pathname}`.slice(0, titleMaxLength)
}

/** Sets a key to one value at its first position. Returns the same array if the key already has only that value. */
function setParameter(pairs: string[], key: string, value: string): string[] {
  const indexes = pairs.flatMap((pair, index) => (getPairKey(pair) === key ? [index] : []))
  const [first] = indexes
  const pair = new URLSearchParams([[key, value]]).toString()
  if (first === undefined) return [...pairs, pair]
  if (indexes.length === 1 && parsePair(pairs[first] ?? '').get(key) === value) return pairs
  return pairs.flatMap((existing, index) => (index === first ? [pair] : indexes.includes(index) ? [] : [existing]))
}

/** The visitor's parameters without internal ones. Characters that are invalid in a query are percent-encoded. */
function listForwardedPairs(query: string | URLSearchParams): string[] {
  return query
    .toString()
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !internalParameters.has(getPairKey(pair)))
    .map(encodeUnsafe)
}

/** Percent-encodes what the URL standard encodes in an http query. Encoded characters stay as they are. */
function encodeUnsafe(pair: string): string {
  return pair.replace(/[^\x21-\x7e]|["#'<>]/gu, (character) =>
    Buffer.from(character).reduce((text, byte) => `${text}%${byte.toString(16).toUpperCase().padStart(2, '0')}`, ''),
  )
}

function getPairKey(pair: string): string {
  return parsePair(pair).keys().next().value ?? ''
}

/** The parser removes one leading question mark. The added one protects a key that starts with it. */
function parsePair(pair: string): URLSearchParams {
  return new URLSearchParams(`?${pair}`)
}

/** The UTM values of a visit, null where the final destination has none. */
export interface Campaign {
  readonly source: string | null
  readonly medium: string | null
  readonly campaign: string | null
}

const noCampaign: Campaign = Object.freeze({ source: null, medium: null, campaign: null })

/**
 * The `utm_*` parameters of the final destination: the values of the link, or the visitor's if they are forwarded.
 * `visitorQuery` is the query of the short address without its question mark.
 */
export function getCampaign(
  link: FinalDestinationOptions & { readonly originalUrl: string },
  visitorQuery: string,
): Campaign {
  // Most clicks have no campaign, and every click calls this function.
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
  const getValue = (name: string) => searchParams.get(name) || null
  return { source: getValue('utm_source'), medium: getValue('utm_medium'), campaign: getValue('utm_campaign') }
}

/** A letter of the name may be percent-encoded. */
function mayContainUtm(text: string): boolean {
  return text.includes('utm_') || text.includes('%')
}
