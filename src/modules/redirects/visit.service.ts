import type { Clock } from '../../platform/shared/time.ts'
import type { ClickRecorder, Trigger, Visit } from '../clicks/index.ts'
import {
  type Expirable,
  type ExpiryReason,
  getExpiryReason,
  type Route,
  type RouteCache,
  toCodeKey,
  type VisitorQuery,
} from '../links/index.ts'

/** The state of a link that decides a visit. */
export interface VisitableLink extends Expirable {
  readonly blockedAt: Date | null
  readonly isActive: boolean
  readonly hasPassword: boolean
}

/** The properties of a visit that decide it. */
export interface VisitConditions {
  readonly isBot: boolean
  /** The visitor has entered the password, now or shortly before. */
  readonly isUnlocked: boolean
  /** The method is HEAD. */
  readonly isHead: boolean
  /** A preview crawler visits a link that has a preview (`wantsSocialPreview`). */
  readonly wantsPreview: boolean
}

/** A GET by a person without a password. */
export const defaultConditions: VisitConditions = {
  isBot: false,
  isUnlocked: false,
  isHead: false,
  wantsPreview: false,
}

/** The result of a visit, in the order of precedence. */
export type VisitDecision =
  | { readonly kind: 'blocked' }
  | { readonly kind: 'inactive' }
  | { readonly kind: 'expired'; readonly reason: ExpiryReason }
  | { readonly kind: 'locked' }
  /** The page with the Open Graph tags of the link, in place of its destination. */
  | { readonly kind: 'preview' }
  /** Bots and HEAD must not consume a click of a limited link, so they do not get the destination. */
  | { readonly kind: 'withheld'; readonly from: 'bot' | 'head' }
  | { readonly kind: 'open' }

/** Decides a visit from the link, the visitor and the time. It has no side effects. */
export function decideVisit(
  link: VisitableLink,
  { isBot, isUnlocked, isHead, wantsPreview }: VisitConditions,
  now: Date,
): VisitDecision {
  if (link.blockedAt !== null) return { kind: 'blocked' }
  if (!link.isActive) return { kind: 'inactive' }
  const reason = getExpiryReason(link, now)
  if (reason !== null) return { kind: 'expired', reason }
  if (link.hasPassword && !isUnlocked) return { kind: 'locked' }
  if (wantsPreview) return { kind: 'preview' }
  if (link.clickLimit !== null && isBot) return { kind: 'withheld', from: 'bot' }
  if (link.clickLimit !== null && isHead) return { kind: 'withheld', from: 'head' }
  return { kind: 'open' }
}

export interface VisitOptions {
  readonly visit: Visit
  readonly trigger: Trigger
  readonly isUnlocked: boolean
  /** The method is HEAD. */
  readonly isHead: boolean
  /** The query has `no-track`: the visit is not counted. */
  readonly isUntracked: boolean
  /** A preview crawler visits a link that has a preview, in place of its destination. */
  readonly wantsPreview: boolean
  readonly query: VisitorQuery
}

/** Decides and records visits. Browsers and the JSON resolution get destinations only through this service. */
export class VisitService {
  constructor(
    private readonly routeCache: RouteCache,
    private readonly clickRecorder: ClickRecorder,
    private readonly clock: Clock,
  ) {}

  /** Finds a link by its code, case-insensitively. Null for an unknown, released or malformed code. */
  async find(code: string): Promise<Route | null> {
    const key = toCodeKey(code)
    return key === null ? null : this.routeCache.find(key)
  }

  /**
   * Decides a visit. If the destination may be given, the click is recorded before this resolves, so every redirect is a
   * recorded click. If the click limit is used up at that moment, the decision is `expired`.
   */
  async processVisit(
    link: Route,
    { visit, trigger, isUnlocked, isHead, isUntracked, wantsPreview, query }: VisitOptions,
  ): Promise<VisitDecision> {
    const conditions: VisitConditions = { isBot: visit.isBot, isUnlocked, isHead, wantsPreview }
    const decision = decideVisit(link, conditions, this.clock.now())
    const isForBots = decision.kind === 'preview' || decision.kind === 'withheld'
    if (isForBots && !isHead) await this.clickRecorder.recordBotClick(link, visit, trigger, query)
    if (decision.kind !== 'open' || isHead) return decision
    if (visit.isBot) {
      await this.clickRecorder.recordBotClick(link, visit, trigger, query)
      return decision
    }
    if (isUntracked && link.clickLimit === null) return decision
    const isGranted = await this.clickRecorder.recordClick(link, visit, trigger, query)
    return isGranted ? decision : { kind: 'expired', reason: 'click_limit' }
  }
}
