import type { EntityManager } from '../../platform/database/database.ts'
import { InvalidParams } from '../../platform/shared/general.errors.ts'
import { DestinationBlocked } from './link.errors.ts'
import { type DestinationField, isIp, normalizeHost } from './rules/destination-rules.ts'

/** Of a path so many segments can be part of a pattern; what follows is covered by what stands before it. */
const maxSegments = 8

/** Of a name so many labels, counted from its end. */
const maxLabels = 10

const maxPatternLength = 1024

/**
 * Every pattern that covers an address: each domain its host lies in, alone and with each beginning of its path. So
 * whether an address is blocked is one look for these, and `notevil.com` has nothing to do with `evil.com`.
 */
export function listCoveringPatterns(address: string): string[] {
  const { hostname, pathname } = new URL(address)
  const segments = normalizePathSegments(pathname).slice(0, maxSegments)
  const pathPrefixes = ['', ...segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`)]
  return listParentDomains(hostname)
    .flatMap((domain) => pathPrefixes.map((path) => domain + path))
    .filter((pattern) => pattern.length <= maxPatternLength)
}

/**
 * Reads what is to be blocked: `evil.com` with its subdomains, or `example.com/bad` and all below it, as a name or as an
 * address. Ports and schemes make no difference, so none is taken. Throws `InvalidParams`.
 */
export function parseBlockPattern(field: string, text: string, allowPrivate: boolean): string {
  const createError = (issue: string) => InvalidParams.forField(field, issue)
  const trimmed = text.trim().replace(/^\*\./, '')
  const url = /[\p{Cc}\\]/u.test(trimmed)
    ? null
    : URL.parse(/^https?:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`)
  if (!url) throw createError('must be a domain such as example.com, or one with a path')
  if (trimmed.includes('@')) throw createError('must not contain a user name or password')
  if (url.port !== '') throw createError('must not name a port: all ports of a host are blocked')
  if (/[?#]/.test(trimmed)) throw createError('must not contain a query or fragment')
  normalizeHost(url, createError)
  const host = url.hostname
  if (!allowPrivate && !isIp(host) && !host.includes('.')) throw createError('must name more than a top-level domain')
  const segments = normalizePathSegments(url.pathname)
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

/** Spelt alike however they were encoded, and without the empty ones, which most servers pass over. */
function normalizePathSegments(pathname: string): string[] {
  return pathname
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => {
      try {
        return encodeURIComponent(decodeURIComponent(segment))
      } catch {
        return segment.replace(/%[0-9a-f]{2}/gi, (encoded) => encoded.toUpperCase())
      }
    })
}

/** Destinations under the names of the inputs that carry them; those not given are not asked about. */
type Destinations<F extends DestinationField> = { readonly [K in F]: string | null | undefined }

/**
 * Those of the destinations that are on the block list, found by one look. To be called in the transaction that gives
 * them to a link, before it locks any row: the look holds back whoever adds to the list until that transaction ends, so
 * that no link slips through between the look and the addition.
 */
export async function findBlockedDestinations<F extends DestinationField>(
  em: EntityManager,
  destinations: Destinations<F>,
): Promise<F[]> {
  const destinationPatterns = Object.entries<string | null | undefined>(destinations).flatMap(([field, address]) =>
    address ? [{ field: field as F, patterns: listCoveringPatterns(address) }] : [],
  )
  if (destinationPatterns.length === 0) return []
  const candidates = [...new Set(destinationPatterns.flatMap(({ patterns }) => patterns))]
  const found = await em.execute<{ pattern: string }[]>('select pattern from read_block_list(?::jsonb) as pattern', [
    JSON.stringify(candidates),
  ])
  const blocked = new Set(found.map(({ pattern }) => pattern))
  return destinationPatterns
    .filter(({ patterns }) => patterns.some((pattern) => blocked.has(pattern)))
    .map(({ field }) => field)
}

/** The same where each of them is new: throws `DestinationBlocked` for the first that is on the list. */
export async function assertDestinationsNotBlocked<F extends DestinationField>(
  em: EntityManager,
  destinations: Destinations<F>,
): Promise<void> {
  const [field] = await findBlockedDestinations(em, destinations)
  if (field) throw new DestinationBlocked(field)
}
