import type { IncomingHttpHeaders } from 'node:http'
import Negotiator from 'negotiator'

/** The languages pages are written in; the first is shown to those who read none of them. */
export const languages = ['en', 'de', 'fr', 'es'] as const

export type Language = (typeof languages)[number]

/** A text in every language of the pages. */
export type Translations<T = string> = Readonly<Record<Language, T>>

/** The language of a visitor, by the `Accept-Language` header of the request (RFC 9110): `de-AT` reads `de`. */
export function negotiateLanguage(acceptLanguage: string | undefined): Language {
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage } })
  return (negotiator.language([...languages]) as Language | undefined) ?? languages[0]
}

/** The language of whoever sent a request. */
export function requestLanguage({ headers }: { readonly headers: IncomingHttpHeaders }): Language {
  return negotiateLanguage(headers['accept-language'])
}
