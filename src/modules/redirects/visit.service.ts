import type { Clock } from '../../platform/shared/clock.ts'
import type { ClickRecorder, Trigger, Visit } from '../clicks/index.ts'
import {
  type Expirable,
  type ExpiryReason,
  getExpiryReason,
  type Route,
  type RouteCache,
  toCodeKey,
} from '../links/index.ts'

/** What a link is decided by. */
export interface VisitableLink extends Expirable {
  readonly blockedAt: Date | null
  readonly isActive: boolean
  readonly hasPassword: boolean
}

/** What the visitor has shown beside the request itself. */
export interface VisitConditions {
  readonly isRobot: boolean
  /** The password was given, now or shortly before. */
  readonly isUnlocked: boolean
  /** The request asks for headers only. */
  readonly isHead: boolean
}

/** A visitor who has shown nothing beside the request itself. */
export const defaultConditions: VisitConditions = { isRobot: false, isUnlocked: false, isHead: false }

/** What becomes of a visit, in the order the reasons are looked at. */
export type VisitDecision =
  | { readonly kind: 'blocked' }
  | { readonly kind: 'inactive' }
  | { readonly kind: 'expired'; readonly reason: ExpiryReason }
  | { readonly kind: 'locked' }
  /** On a limited link whoever receives the destination consumes a click, so who must not consume one gets none. */
  | { readonly kind: 'withheld'; readonly from: 'robot' | 'head' }
  | { readonly kind: 'open' }

/** Decides a visit from the link, the visitor and the time, and touches nothing. */
export function decideVisit(
  link: VisitableLink,
  { isRobot, isUnlocked, isHead }: VisitConditions,
  now: Date,
): VisitDecision {
  if (link.blockedAt !== null) return { kind: 'blocked' }
  if (!link.isActive) return { kind: 'inactive' }
  const reason = getExpiryReason(link, now)
  if (reason !== null) return { kind: 'expired', reason }
  if (link.hasPassword && !isUnlocked) return { kind: 'locked' }
  if (link.clickLimit !== null && isRobot) return { kind: 'withheld', from: 'robot' }
  if (link.clickLimit !== null && isHead) return { kind: 'withheld', from: 'head' }
  return { kind: 'open' }
}

/** How one request for a link goes on: what it shows, and whether its visit is to be counted. */
export interface VisitOptions {
  readonly visit: Visit
  readonly trigger: Trigger
  readonly isUnlocked: boolean
  /** The request asks for headers only. */
  readonly isHead: boolean
  /** `no-track` in the query: the visitor's own visit is not to be counted. */
  readonly isUntracked: boolean
  /** What the visitor sent along in the query of the short address, without its question mark. */
  readonly query: string
}

/** The one way a destination is handed out, for the browser and for the JSON resolution alike. */
export class VisitService {
  readonly #routeCache: RouteCache
  readonly #clickRecorder: ClickRecorder
  readonly #clock: Clock

  constructor(routeCache: RouteCache, clickRecorder: ClickRecorder, clock: Clock) {
    this.#routeCache = routeCache
    this.#clickRecorder = clickRecorder
    this.#clock = clock
  }

  /** The link that answers to a code, whatever its case; null for an unknown, a given up and a malformed one. */
  async find(code: string): Promise<Route | null> {
    const key = toCodeKey(code)
    return key === null ? null : this.#routeCache.find(key)
  }

  /**
   * Decides the visit and, when the destination may be given, records the click first: an answered redirect is a
   * recorded click. A limit that ran out in the same moment turns the decision into `expired`.
   */
  async processVisit(
    link: Route,
    { visit, trigger, isUnlocked, isHead, isUntracked, query }: VisitOptions,
  ): Promise<VisitDecision> {
    const conditions: VisitConditions = { isRobot: visit.isBot, isUnlocked, isHead }
    const decision = decideVisit(link, conditions, this.#clock.now())
    if (decision.kind === 'withheld' && !isHead) await this.#clickRecorder.recordBotClick(link, visit, trigger, query)
    if (decision.kind !== 'open' || isHead) return decision
    if (visit.isBot) {
      await this.#clickRecorder.recordBotClick(link, visit, trigger, query)
      return decision
    }
    if (isUntracked && link.clickLimit === null) return decision
    const isGranted = await this.#clickRecorder.recordClick(link, visit, trigger, query)
    return isGranted ? decision : { kind: 'expired', reason: 'click_limit' }
  }
}
