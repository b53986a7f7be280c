import { decodeBytes } from '../../../../platform/addresses/canonical-path.ts'
import { encodeUnsafe } from './visitor-query.ts'

/** In characters, like the query of a visitor. */
const maxLength = 2048

/** How many layers of encoding are read. A path with more of them is refused. */
const maxDecodings = 5

/**
 * What stands behind the code in the path of a URL, such as `/docs/a` in `/spring/docs/a?x=1`. Empty without a path; null
 * for one that is never appended to a destination: too long, with an empty part, `.` or `..`, a backslash, a control
 * character or broken UTF-8. Some servers decode a path twice, so all layers of its encoding are read. The text is ASCII.
 */
export function readForwardedPath(url: string): string | null {
  const [, path = ''] = /^\/[^/?#]*([^?#]*)/.exec(url) ?? []
  if (path === '' || path === '/') return ''
  const encoded = encodeUnsafe(path)
  return encoded.length <= maxLength && staysBelow(path) ? encoded : null
}

function staysBelow(path: string): boolean {
  let text = path
  for (let round = 0; round < maxDecodings; round++) {
    if (/[\p{Cc}\\\ufffd]/u.test(text) || !text.slice(1).split('/').every(isName)) return false
    const next = text.replace(/(?:%[0-9a-f]{2})+/gi, decodeBytes).normalize('NFKC')
    if (next === text) return true
    text = next
  }
  return false
}

/** Some servers drop what follows a semicolon, and spaces and dots at the end of a name. Only the last part may be empty. */
function isName(part: string, index: number, parts: readonly string[]): boolean {
  const name = part.replace(/;.*/su, '')
  return part === '' ? index === parts.length - 1 : !/^[\s.]*$/.test(name)
}

/** The address with a path of `readForwardedPath` behind its own, before its query and fragment. */
export function appendPath(address: string, path: string): string {
  if (path === '') return address
  const [own = ''] = address.split(/[?#]/, 1)
  return `${own.replace(/\/$/, '')}${path}${address.slice(own.length)}`
}
