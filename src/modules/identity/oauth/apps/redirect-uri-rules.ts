import { InvalidParams } from '../../../../platform/shared/general.errors.ts'

/** In characters. */
export const redirectUriMaxLength = 2048

const loopbackHosts: readonly string[] = ['127.0.0.1', '[::1]', 'localhost']

/** The characters of a URI; a percent sign must precede two hexadecimal digits (RFC 3986, 2). */
const uriPattern = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i

/** A DNS name without a wildcard, or an IPv4 address. */
const hostNamePattern = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*\.?$/

/**
 * Returns why a redirect URI may not be registered, as a readable text, or null for a valid one. Valid are https, http
 * on a loopback host, and for a public application a private scheme with a dot (`com.example.app:/cb`). Fragments, user
 * names and disguised hosts are invalid. Sources: RFC 6749, 3.1.2; RFC 8252, 7; RFC 9700, 2.1 and 4.1.
 */
export function findRedirectUriIssue(text: string, { isPublic }: { isPublic: boolean }): string | null {
  if (text.length > redirectUriMaxLength) return `must have at most ${redirectUriMaxLength} characters`
  if (!uriPattern.test(text)) return 'must be an absolute URI; percent-encode spaces and non-ASCII characters'
  if (text.includes('#')) return 'must not have a fragment'
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/i.exec(text) ?? []
  const kind = scheme.toLowerCase()
  if (kind === 'https' || kind === 'http') return findWebUriIssue(kind, rest, isPublic)
  // The dot also excludes javascript, data and file.
  if (!/^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+$/.test(kind)) return 'must begin with https://'
  if (!isPublic) return 'must begin with https://; only public applications may use a private scheme'
  return findPrivateUriIssue(rest)
}

function findWebUriIssue(kind: 'http' | 'https', rest: string, isPublic: boolean): string | null {
  const [, authority = ''] = /^\/\/([^/?]+)/.exec(rest) ?? []
  if (authority === '') return `must have a host name after ${kind}://`
  if (authority.includes('@')) return 'must not have a user name or password'
  const url = URL.parse(`${kind}://${authority}`)
  // The parser turns 0x7f.1, 127.1 and %6c into other hosts. The host must stay as written.
  const canonicalHost = authority.toLowerCase().replace(kind === 'https' ? /:443$/ : /:80$/, '')
  if (!url || url.host !== canonicalHost) return 'must have a host and port in canonical form'
  const isLoopback = loopbackHosts.includes(url.hostname)
  if (!isLoopback && !hostNamePattern.test(url.hostname) && !url.hostname.startsWith('['))
    return 'must have a valid host name'
  if (kind === 'http')
    return isLoopback ? null : 'must begin with https://; only 127.0.0.1, [::1] and localhost may use http'
  // No public certificate exists for a loopback host (RFC 8252, 7.3).
  if (isLoopback && isPublic) return 'must begin with http:// on a loopback host'
  return null
}

function findPrivateUriIssue(rest: string): string | null {
  if (!rest.startsWith('/')) return 'must have a path after the scheme, such as com.example.app:/callback'
  const [, authority = ''] = /^\/\/([^/?]*)/.exec(rest) ?? []
  if (authority.includes('@')) return 'must not have a user name or password'
  return URL.canParse(`private.use:${rest}`) ? null : 'must be an absolute URI'
}

/** Throws `InvalidParams` with the index, from 0, of each invalid redirect URI. */
export function assertValidRedirectUris(redirectUris: readonly string[], app: { readonly isPublic: boolean }): void {
  const details = redirectUris.flatMap((uri, index) => {
    const issue = findRedirectUriIssue(uri, app)
    return issue === null ? [] : [{ field: `redirectUris.${index}`, issue }]
  })
  if (details.length > 0) throw new InvalidParams(details)
}
