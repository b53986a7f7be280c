import Negotiator from 'negotiator'
import { memoize } from '../shared/memoize.ts'

/**
 * A language (BCP 47) with the script and the region that it most likely has: `zh-TW` is `zh`, `Hant`, `TW`. `asks` says
 * which parts the tag named itself.
 */
export interface LanguageTag {
  readonly language: string
  readonly script: string | undefined
  readonly region: string | undefined
  readonly asks: { readonly script: boolean; readonly region: boolean }
}

/** Browsers send some 50 characters; the rest of a longer header is not read. */
const maxHeaderLength = 256

/** Reads an `Accept-Language` header (RFC 9110). */
export function negotiatorOf(acceptLanguage: string | undefined): Negotiator {
  return new Negotiator({ headers: { 'accept-language': acceptLanguage?.slice(0, maxHeaderLength) } })
}

/** The one name of a language with two. Intl replaces old names, such as `iw` by `he`, but not this one. */
const commonNames = new Map([['no', 'nb']])

/** The parts of a tag in any case, also with underscores; null for text that is no tag. */
export function parseLanguageTag(tag: string): LanguageTag | null {
  try {
    const named = new Intl.Locale(tag.replaceAll('_', '-'))
    const { language, script, region } = named.maximize()
    const asks = { script: named.script !== undefined, region: named.region !== undefined }
    return Object.freeze({ language: commonNames.get(language) ?? language, script, region, asks })
  } catch {
    return null
  }
}

/** The languages of an `Accept-Language` header, the most wanted first. `*` and what is no tag are left out. */
export function readAcceptLanguage(header: string | undefined): readonly LanguageTag[] {
  return header ? readCached(header) : []
}

// `Intl` takes some microseconds for each tag.
const readCached = memoize(500, (header) =>
  negotiatorOf(header)
    .languages()
    .map(parseLanguageTag)
    .filter((tag) => tag !== null),
)

/**
 * Whether a reader of `spoken` is one of those whom `wanted` names: `de` names `de-AT` too, `zh-Hant` names `zh-TW`, and
 * `de-AT` does not name `de`.
 */
export function includesLanguage(wanted: LanguageTag, spoken: LanguageTag): boolean {
  if (wanted.language !== spoken.language) return false
  if (wanted.asks.region) return wanted.region === spoken.region && wanted.script === spoken.script
  return !wanted.asks.script || wanted.script === spoken.script
}
