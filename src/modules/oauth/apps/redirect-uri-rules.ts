import { InvalidParams } from '../../../platform/shared/general.errors.ts'

/** In characters. */
export const redirectUriMaxLength = 2048

const loopbackHosts: readonly string[] = ['127.0.0.1', '[::1]', 'localhost']

/** The characters a URI is made of, and per cent only before two hexadecimal digits (RFC 3986, 2). */
const uriPattern = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i

/** A name DNS could hold, or an IPv4 address. A wildcard is none. */
const hostNamePattern = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*\.?$/

/**
 * What is wrong with a redirect URI, for a person to read, or null when it may be registered. Sound are https; http on
 * the person's own machine; and for a public application a private scheme with a dot, which somebody can own
 * (`com.example.app:/cb`). Never a fragment, a user name, or a host that is not what it seems.
 * Sources: RFC 6749, 3.1.2; RFC 8252, 7; RFC 9700, 2.1 and 4.1.
 */
export function findRedirectUriIssue(text: string, { isPublic }: { isPublic: boolean }): string | null {
  if (text.length > redirectUriMaxLength) return `must be at most ${redirectUriMaxLength} characters long`
  if (!uriPattern.test(text)) return 'must be a full address, everything outside ASCII and every space percent-encoded'
  if (text.includes('#')) return 'must not have a fragment'
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/i.exec(text) ?? []
  const kind = scheme.toLowerCase()
  if (kind === 'https' || kind === 'http') return findWebUriIssue(kind, rest, isPublic)
  // Without a dot nobody owns it, and among those are javascript, data and file.
  if (!/^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$/.test(kind)) return 'must begin with https://'
  if (!isPublic) return 'must begin with https://; a scheme of its own is for public applications'
  return findPrivateUriIssue(rest)
}

function findWebUriIssue(kind: 'http' | 'https', rest: string, isPublic: boolean): string | null {
  const [, authority = ''] = /^\/\/([^/?]+)/.exec(rest) ?? []
  if (authority === '') return `must have a host name after ${kind}://`
  if (authority.includes('@')) return 'must not have a user name or password'
  const url = URL.parse(`${kind}://${authority}`)
  // The parser reads 0x7f.1, 127.1 and %6c as other hosts than the eye does; it must have found nothing to change.
  const plain = authority.toLowerCase().replace(kind === 'https' ? /:443$/ : /:80$/, '')
  if (!url || url.host !== plain) return 'must write its host and port plainly'
  const isLoopback = loopbackHosts.includes(url.hostname)
  if (!isLoopback && !hostNamePattern.test(url.hostname) && !url.hostname.startsWith('['))
    return 'must have a valid host name'
  if (kind === 'http') return isLoopback ? null : 'must begin with https://; http is for 127.0.0.1, [::1] and localhost'
  // No certificate is given for the own machine, so nothing there can prove who answers (RFC 8252, 7.3).
  if (isLoopback && isPublic) return 'must begin with http:// on the own machine'
  return null
}

function findPrivateUriIssue(rest: string): string | null {
  if (!rest.startsWith('/')) return 'must have a path after its scheme, such as com.example.app:/callback'
  const [, authority = ''] = /^\/\/([^/?]*)/.exec(rest) ?? []
  if (authority.includes('@')) return 'must not have a user name or password'
  return URL.canParse(`private.use:${rest}`) ? null : 'must be a full address'
}

/** Throws `InvalidParams` that names each redirect URI that may not be registered, by its place in the list from 0. */
export function assertValidRedirectUris(redirectUris: readonly string[], app: { readonly isPublic: boolean }): void {
  const details = redirectUris.flatMap((each, index) => {
    const issue = findRedirectUriIssue(each, app)
    return issue === null ? [] : [{ field: `redirectUris.${index}`, issue }]
  })
  if (details.length > 0) throw new InvalidParams(details)
}
