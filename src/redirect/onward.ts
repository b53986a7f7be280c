import type { Visit } from '../clicks/index.ts'
import type { Route } from '../links/index.ts'

/** The headers of an answer that leads a visitor on; `destination` is null where it must not be named. */
export function onwardHeaders(
  link: Route,
  visit: Visit,
  destination: string | null,
  status: number,
): Record<string, string> {
  const isPermanent = status === 301 || status === 308
  const isPrivate = link.privacyMode || visit.wantsPrivacy
  return {
    ...(destination !== null && { location: destination }),
    'cache-control': isPermanent ? 'private, max-age=90' : 'private, no-store',
    'referrer-policy': isPrivate ? 'no-referrer' : 'no-referrer-when-downgrade',
    'x-robots-tag': 'noindex',
  }
}
