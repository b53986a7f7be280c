import { type ExpiryReason, expiryReasonOf, type Lifetime } from '../links/index.ts'

/** What a link is decided by. */
export interface Passage extends Lifetime {
  readonly blockedAt: Date | null
  readonly isActive: boolean
  readonly hasPassword: boolean
}

/** What the visitor has shown beside the request itself. */
export interface Evidence {
  readonly isRobot: boolean
  /** The password was given, now or shortly before. */
  readonly isUnlocked: boolean
  /** The request asks for headers only. */
  readonly isHead: boolean
}

/** A visitor who has shown nothing beside the request itself. */
export const stranger: Evidence = { isRobot: false, isUnlocked: false, isHead: false }

/** What becomes of a visit, in the order the reasons are looked at. */
export type Decision =
  | { readonly kind: 'blocked' }
  | { readonly kind: 'inactive' }
  | { readonly kind: 'expired'; readonly reason: ExpiryReason }
  | { readonly kind: 'locked' }
  /** On a limited link whoever receives the destination consumes a click, so who must not consume one gets none. */
  | { readonly kind: 'withheld'; readonly from: 'robot' | 'head' }
  | { readonly kind: 'open' }

/** Decides a visit from the link, the visitor and the time, and touches nothing. */
export function decide(link: Passage, { isRobot, isUnlocked, isHead }: Evidence, now: Date): Decision {
  if (link.blockedAt !== null) return { kind: 'blocked' }
  if (!link.isActive) return { kind: 'inactive' }
  const reason = expiryReasonOf(link, now)
  if (reason !== null) return { kind: 'expired', reason }
  if (link.hasPassword && !isUnlocked) return { kind: 'locked' }
  if (link.clickLimit !== null && isRobot) return { kind: 'withheld', from: 'robot' }
  if (link.clickLimit !== null && isHead) return { kind: 'withheld', from: 'head' }
  return { kind: 'open' }
}
