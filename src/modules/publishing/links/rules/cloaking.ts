import { defineIssue } from '../../../../platform/shared/field-issue.ts'
import { OptionConflict } from '../link.errors.ts'

/**
 * Whether a destination can be shown in a frame: it must be https without user name and password, and its host must be
 * valid in a Content-Security-Policy. If it is false, redirect the visitor instead.
 */
export function canCloak(destination: string): boolean {
  const url = URL.parse(destination)
  // The protocol is checked, not the origin: a `blob:` address has the origin of the page that created it.
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false
  // WHATWG hosts may contain `;`, `,` and `*`, which have a meaning in a policy. A policy cannot contain an IPv6 host.
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(url.hostname)
}

/** Whether visitors of an open link see the destination in a frame. If not, they are redirected to it. */
export function isFramed({
  isCloaked,
  isFrameable,
  originalUrl,
}: Readonly<{ isCloaked: boolean; isFrameable: boolean | null; originalUrl: string }>): boolean {
  return isCloaked && isFrameable !== false && canCloak(originalUrl)
}

const notCloakable = defineIssue(
  'NOT_CLOAKABLE',
  'a cloaked link needs an https destination with a host name of letters, digits and dashes',
)

/** For a cloaked link. Throws `OptionConflict` for a destination that no frame can show. */
export function assertCanCloak(destination: string): void {
  if (!canCloak(destination)) throw new OptionConflict(['isCloaked', 'destination'], notCloakable())
}
