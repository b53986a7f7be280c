import type { EntityManager } from '../database/database.ts'
import { executePrepared } from '../database/prepared-statements.ts'
import { createPace } from '../shared/event-loop/pace.ts'
import type { Issue } from '../shared/field-issue.ts'
import { InvalidParams } from '../shared/general.errors.ts'
import { defineError } from '../shared/service-error.ts'
import { toCanonicalPath } from './canonical-path.ts'
import { isIp, normalizeHost } from './host-names.ts'

export class DestinationBlocked extends defineError({
  code: 'DESTINATION_BLOCKED',
  status: 400,
  when: 'The destination is on the block list of this installation.',
  resolution: 'Use another destination, or contact the operator.',
}) {
  constructor(field: string) {
    super('The destination is on the block list.', { details: [{ field, issue: 'is on the block list' }] })
  }
}

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

/**
 * Finds which of the http and https addresses are on the block list. Call it in the transaction that stores the
 * addresses, before the transaction locks a row. Additions to the block list wait until the transaction ends, so no
 * address is missed. The SQL function belongs to the abuse module. It takes the lock and reads in one statement.
 */
export async function findBlockedAddresses(
  em: EntityManager,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const candidates: { address: string; patterns: string[] }[] = []
  const pace = createPace()
  for (const address of addresses) {
    if (/^https?:/i.test(address)) candidates.push({ address, patterns: listCoveringPatterns(address) })
    await pace()
  }
  if (candidates.length === 0) return new Set()
  const patterns = [...new Set(candidates.flatMap((candidate) => candidate.patterns))]
  const rows = await executePrepared<{ pattern: string }>(em, readBlockList, [JSON.stringify(patterns)])
  const blockedPatterns = new Set(rows.map(({ pattern }) => pattern))
  const blocked = candidates.filter((candidate) => candidate.patterns.some((pattern) => blockedPatterns.has(pattern)))
  return new Set(blocked.map(({ address }) => address))
}

const readBlockList = {
  name: 'read_block_list',
  text: 'select pattern from read_block_list($1::jsonb) as pattern',
}
