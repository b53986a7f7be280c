import { type UtmValues, utmFields, utmParameters } from '../utm/utm-values.ts'
import { parseParameters, type QueryParameter, VisitorQuery } from './visitor-query.ts'

export interface FinalDestinationOptions extends UtmValues {
  /** Whether the visitor's query parameters are added to the destination. */
  readonly forwardQuery: boolean
  /** Whether the link asks for a password. */
  readonly hasPassword?: boolean
}

/** Parameters of a short address that this service reads on every link. They are never forwarded. */
const ownParameters: ReadonlySet<string> = new Set(['qr', 'no-track'])

/** Parameters of a link with a password. People type the password there, and the destination must not learn it. */
const ownParametersWithPassword: ReadonlySet<string> = new Set([...ownParameters, 'password', 'pw'])

const titleMaxLength = 255

/**
 * The address to which a visitor is redirected: the destination with the UTM values of the link, then the visitor's
 * parameters, which replace all values of the same key. The fragment and all other parameters stay byte for byte,
 * because some sites sign their query. The result is ASCII without line breaks. Throws if the stored destination is not
 * http or https. Only a row that bypassed the checks can have such a destination.
 */
export function buildFinalDestination(
  originalUrl: string,
  options: FinalDestinationOptions,
  visitorQuery = VisitorQuery.empty,
): string {
  if (!/^https?:\/\//i.test(originalUrl)) throw new Error('The stored destination is not an http or https address.')
  const href = /^[\x21-\x7e]+$/.test(originalUrl) ? originalUrl : new URL(originalUrl).href
  const campaign = listCampaignValues(options)
  const dropped = options.hasPassword ? ownParametersWithPassword : ownParameters
  const forwarded = options.forwardQuery ? visitorQuery.parameters.filter(({ key }) => !dropped.has(key)) : []
  if (campaign.length === 0 && forwarded.length === 0) return href

  const [, addressWithoutQuery = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(href) ?? []
  // An `&` at the end would become two.
  const storedQuery = query.slice(1).replace(/&+$/, '')
  const stored = storedQuery === '' ? [] : parseParameters(storedQuery)
  const tagged = campaign.reduce(setParameter, stored)
  if (tagged === stored && forwarded.length === 0) return href
  const forwardedKeys = new Set(forwarded.map(({ key }) => key))
  const merged = [...tagged.filter(({ key }) => !forwardedKeys.has(key)), ...forwarded]
  return `${addressWithoutQuery}?${merged.map(({ text }) => text).join('&')}${fragment}`
}

/** The title of a link without its own: host and path of the destination, at most 255 characters. */
export function defaultTitle(href: string): string {
  const { host, pathname } = new URL(href)
  return `${host}${pathname === '/' ? '' : pathname}`.slice(0, titleMaxLength)
}

function listCampaignValues(options: FinalDestinationOptions): [string, string][] {
  return utmFields.flatMap((field): [string, string][] => {
    const value = options[field]
    return value ? [[utmParameters[field], value]] : []
  })
}

/**
 * Sets a key to one value at its first position. Returns the same array if this is already the only value of the key.
 */
function setParameter(parameters: QueryParameter[], [key, value]: [string, string]): QueryParameter[] {
  const parameter = { text: new URLSearchParams([[key, value]]).toString(), key, value }
  const first = parameters.findIndex((each) => each.key === key)
  if (first < 0) return [...parameters, parameter]
  const isDuplicated = parameters.findLastIndex((each) => each.key === key) !== first
  if (!isDuplicated && parameters[first]?.value === value) return parameters
  return parameters.flatMap((each, index) => (index === first ? parameter : each.key === key ? [] : each))
}

/** The UTM values of a visit, null where the final destination has none. */
export interface Campaign {
  readonly source: string | null
  readonly medium: string | null
  readonly campaign: string | null
  readonly term: string | null
  readonly content: string | null
}

const noCampaign: Campaign = Object.freeze({ source: null, medium: null, campaign: null, term: null, content: null })

/** The `utm_*` parameters of the final destination: the values of the link, or the visitor's if they are forwarded. */
export function getCampaign(destination: string, link: FinalDestinationOptions, visitorQuery: VisitorQuery): Campaign {
  // Most clicks have no campaign, and every click calls this function.
  if (
    utmFields.every((field) => !link[field]) &&
    !mayContainUtm(destination) &&
    !visitorQuery.parameters.some(({ key }) => key.startsWith('utm_'))
  ) {
    return noCampaign
  }
  const { searchParams } = new URL(buildFinalDestination(destination, link, visitorQuery))
  const getValue = (name: string) => searchParams.get(name) || null
  return {
    source: getValue('utm_source'),
    medium: getValue('utm_medium'),
    campaign: getValue('utm_campaign'),
    term: getValue('utm_term'),
    content: getValue('utm_content'),
  }
}

/** A letter of the name may be percent-encoded. */
function mayContainUtm(text: string): boolean {
  return text.includes('utm_') || text.includes('%')
}
