import type { Issue } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import { toCanonicalPath } from './canonical-path.ts'
import { isIp, normalizeHost } from './destination-rules.ts'

/** Path segments in a pattern. A pattern covers all paths that begin with it. */
const maxSegments = 8

/** Labels of a host name in a pattern, counted from its end. */
const maxLabels = 10

const maxPatternLength = 1024

/**
 * All patterns that cover an address: each parent domain of its host, alone and with each prefix of its path in
 * canonical form. An address is blocked if one of these patterns is on the block list. `evil.com` does not cover
 * `notevil.com`.
 */
export function listCoveringPatterns(address: string): string[] {
  const { hostname, pathname } = new URL(address)
  const { segments, passed } = toCanonicalPath(pathname, maxSegments)
  const prefixes = segments.slice(0, maxSegments).map((_, index) => segments.slice(0, index + 1).join('/'))
  const paths = new Set([...prefixes, ...passed])
  return listParentDomains(hostname)
    .flatMap((domain) => [domain, ...[...paths].map((path) => `${domain}/${path}`)])
    .filter((pattern) => pattern.length <= maxPatternLength)
}

/**
 * Parses a pattern for the block list, given as a host name or an address: `evil.com` covers its subdomains,
 * `example.com/bad` covers all paths below, in every spelling (`toCanonicalPath`). The scheme is ignored. Throws
 * `InvalidParams`, also for a port.
 */
export function parseBlockPattern(field: string, text: string, allowPrivate: boolean): string {
  const createError = (issue: Issue) => InvalidParams.forField(field, issue)
  const trimmed = text.trim().replace(/^\*\./, '')
  const url = /[\p{Cc}\\]/u.test(trimmed)
    ? null
    : URL.parse(/^https?:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`)
  if (!url) throw createError('must be a domain such as example.com, or one with a path')
  if (trimmed.includes('@')) throw createError('must not contain a user name or password')
  if (url.port !== '') throw createError('must not contain a port: a pattern blocks all ports of a host')
  if (/[?#]/.test(trimmed)) throw createError('must not contain a query or fragment')
  normalizeHost(url, createError)
  const host = url.hostname
  if (!allowPrivate && !isIp(host) && !host.includes('.')) throw createError('must be more than a top-level domain')
  const { segments } = toCanonicalPath(url.pathname, 0)
  if (!isIp(host) && host.split('.').length > maxLabels) throw createError(`must have at most ${maxLabels} labels`)
  if (segments.length > maxSegments) throw createError(`must have at most ${maxSegments} path segments`)
  const pattern = [host, ...segments].join('/')
  if (pattern.length > maxPatternLength) throw createError(`must be at most ${maxPatternLength} characters long`)
  return pattern
}

/** The domain of a pattern, without its path. */
export function getPatternDomain(pattern: string): string {
  return pattern.split('/')[0] ?? pattern
}

function listParentDomains(hostname: string): string[] {
  if (isIp(hostname)) return [hostname]
  const labels = hostname.replace(/\.$/, '').split('.')
  return labels.map((_, index) => labels.slice(index).join('.')).slice(-maxLabels)
}
