import { isIPv4 } from 'node:net'
import { domainToASCII } from 'node:url'
import type { Settings } from '../../../../config.ts'
import { HasNoIssue } from '../../../../platform/graphql/inputs/argument-validation.ts'
import { defineIssue, type Issue } from '../../../../platform/shared/field-issue.ts'

/**
 * The most characters of a host name, so that the name of the TXT record (`_tack.` and the host) has at most 253 (RFC
 * 1035, 2.3.4).
 */
export const hostMaxLength = 247

/**
 * The most characters of the text before its conversion, in which a letter outside of ASCII becomes several characters.
 */
const textMaxLength = 253

/** Characters of other parts of an address. The conversion to ASCII would accept and remove some of them. */
const notInHosts = /[\s\p{Cc}/:@?#*%\\[\]]/u

/** The settings that name the hosts of the service itself. */
export type OwnHostSettings = Pick<Settings, 'publicUrl' | 'shortUrl' | 'ownHosts'>

/** The host names of the service itself, in lower case and without ports. */
export function listOwnHosts({ publicUrl, shortUrl, ownHosts }: OwnHostSettings): ReadonlySet<string> {
  return new Set(['localhost', ...[publicUrl, shortUrl].map((address) => new URL(address).hostname), ...ownHosts])
}

/** Accepts a full host name that a domain can have: no IP address, port, path or wildcard. */
export function IsDomainHost(): PropertyDecorator {
  return HasNoIssue('isDomainHost', (text) => findHostIssue(String(text)))
}

const notAHost = defineIssue('NOT_A_HOST', 'must be a full host name alone, such as go.example.com')
export const ownHost = defineIssue('OWN_HOST', 'must not be a host of this service')

function findHostIssue(text: string): Issue | undefined {
  if (text.length > textMaxLength) return `must be at most ${textMaxLength} characters long`
  const host = toHostName(text)
  const labels = host.split('.')
  const isHost =
    labels.length > 1 &&
    !isIPv4(host) &&
    !/^\d*$/.test(labels.at(-1) ?? '') &&
    labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label))
  if (!isHost) return notAHost()
  return host.length > hostMaxLength ? `must be at most ${hostMaxLength} characters long in ASCII` : undefined
}

/** A host name in lower case and ASCII, without a trailing dot. Empty for a text that is no host name. */
export function toHostName(text: string): string {
  const name = text.trim()
  return notInHosts.test(name) ? '' : domainToASCII(name.replace(/\.$/, ''))
}

/**
 * Whether a host belongs to the service itself, or is a subdomain of such a host. Only the operator decides about these
 * hosts.
 */
export function isWithinOwnHosts(host: string, ownHosts: ReadonlySet<string>): boolean {
  const bareNames = [...ownHosts].map((ownHost) => ownHost.replace(/^www\./, ''))
  return bareNames.some((ownHost) => host === ownHost || host.endsWith(`.${ownHost}`))
}
