import type { IncomingHttpHeaders } from 'node:http'
import { negotiatorOf } from './language-tags.ts'

/** The languages of the pages; the first one is the default. */
export const languages = ['en', 'de', 'fr', 'es'] as const

export type Language = (typeof languages)[number]

/** The best language for an `Accept-Language` header: `de-AT` matches `de`. */
export function negotiateLanguage(acceptLanguage: string | undefined): Language {
  return (negotiatorOf(acceptLanguage).language([...languages]) as Language | undefined) ?? languages[0]
}

/** The language that a person chose in the console. Scripts may read and set the cookie. */
const languageCookie = /(?:^|; ?)tack_language=(\w{2})(?:;|$)/

/** The language that the browser was told to use here, or the best one for its `Accept-Language`. */
export function requestLanguage({ headers }: { readonly headers: IncomingHttpHeaders }): Language {
  const chosen = languageCookie.exec(headers.cookie ?? '')?.[1]
  return languages.find((language) => language === chosen) ?? negotiateLanguage(headers['accept-language'])
}

/** The best language for the caller of an operation. */
export function callerLanguage({ request }: CallerContext): Language {
  return negotiateLanguage(request.header('accept-language'))
}

interface CallerContext {
  readonly request: { header(name: string): string | undefined }
}

/** A day in words, in the time zone of the reader; UTC if it is unknown, as for the readers of pages. */
export function formatDay(language: Language, instant: Date, zone?: string | null): string {
  return writeFirst(language, instant.toLocaleDateString(language, { dateStyle: 'long', timeZone: zone ?? 'UTC' }))
}

/** A day in words with the time and its zone, like `formatDay`. */
export function formatInstant(language: Language, instant: Date, zone?: string | null): string {
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: zone ?? 'UTC' } as const
  return `${writeFirst(language, instant.toLocaleString(language, options))} ${zone ? `(${zone})` : 'UTC'}`
}

/** French counts the first day of a month as the first, which the data of `Intl` does not know: `1er décembre`. */
function writeFirst(language: Language, date: string): string {
  return language === 'fr' ? date.replace(/^1(?=\s)/, '1er') : date
}
