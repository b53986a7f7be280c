import { isIPv4 } from 'node:net'
import { defineIssue, type Issue } from '../shared/field-issue.ts'
import type { InvalidParams } from '../shared/general.errors.ts'

const invalidHost = defineIssue('INVALID_HOST', 'must have a valid host name')

/**
 * Removes the trailing dot and rejects names that are not valid in DNS. The parser accepts characters such as `;` and
 * `"`, which are unsafe in a Content-Security-Policy and in pages.
 */
export function normalizeHost(url: URL, createError: (issue: Issue) => InvalidParams): void {
  if (isIp(url.hostname)) return
  const name = url.hostname.replace(/\.$/, '')
  const isName = name.length <= 253 && name.split('.').every((label) => /^(?!xn--$)[a-z0-9_-]{1,63}$/.test(label))
  if (!isName) throw createError(invalidHost())
  url.hostname = name
}

/** Expects a parsed host name: the parser converts every IPv4 notation to four decimal numbers. */
export function isIp(host: string): boolean {
  return host.startsWith('[') || isIPv4(host)
}
