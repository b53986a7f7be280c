import type { Clock } from '../../../platform/shared/time.ts'
import {
  type Expirable,
  type ExpiryReason,
  getExpiryReason,
  listCodeKeys,
  type Route,
  type RouteCache,
  type RouteRule,
  toRouteKey,
  type VisitorQuery,
} from '../../publishing/links/index.ts'
import { findMatchingRule, isBlocking, sampleVisitor, Visitor } from '../../publishing/targeting/index.ts'
import type { ClickRecorder, LocationFinder, Trigger, Visit } from '../clicks/index.ts'

/** The state of a link that decides a visit. */
export interface VisitableLink extends Expirable {
  readonly blockedAt: Date | null
  readonly isActive: boolean
  readonly startsAt: Date | null
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
  /** A browser asks before its user does. It gets no answer that it could keep, so that the visit itself arrives. */
  | { readonly kind: 'too early' }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'inactive' }
  | { readonly kind: 'not started'; readonly startsAt: Date }
  | { readonly kind: 'expired'; readonly reason: ExpiryReason }
  | { readonly kind: 'locked' }
  /** The page with the Open Graph tags of the link, in place of its destination. */
  | { readonly kind: 'preview' }
  /** Bots and HEAD must not consume a click of a limited link, so they do not get the destination. */
  | { readonly kind: 'withheld'; readonly from: 'bot' | 'head' }
  /** A rule blocks the visitor. */
  | { readonly kind: 'refused'; readonly rule: RouteRule }
  /** The rule chose the destination; null when the link's own destination was used. */
  | { readonly kind: 'open'; readonly rule: RouteRule | null }

const openDecision: VisitDecision = { kind: 'open', rule: null }

/** Decides a visit from the state of the link, the visitor and the time, without its rules. It has no side effects. */
export function decideVisit(
  link: VisitableLink,
  { isBot, isUnlocked, isHead, wantsPreview }: VisitConditions,
  now: Date,
): VisitDecision {
  if (link.blockedAt !== null) return { kind: 'blocked' }
  if (!link.isActive) return { kind: 'inactive' }
  if (link.startsAt !== null && link.startsAt > now) return { kind: 'not started', startsAt: link.startsAt }
  const reason = getExpiryReason(link, now)
  if (reason !== null) return { kind: 'expired', reason }
  if (link.hasPassword && !isUnlocked) return { kind: 'locked' }
  if (wantsPreview) return { kind: 'preview' }
  if (link.clickLimit !== null && isBot) return { kind: 'withheld', from: 'bot' }
  if (link.clickLimit !== null && isHead) return { kind: 'withheld', from: 'head' }
  return openDecision
}

/** How the visitor of a short address arrived. */
export function getTrigger({ kind }: Pick<Route, 'kind'>, query: VisitorQuery): Trigger {
  if (kind === 'bio') return 'bio'
  return query.hasFlag('qr') ? 'qr' : 'link'
}

export interface VisitOptions {
  readonly visit: Visit
  readonly trigger: Trigger
  readonly isUnlocked: boolean
  /** The method is HEAD. */
  readonly isHead: boolean
  /** The query has `no-track`: the visit is not counted. */
  readonly isUntracked: boolean
  /** A preview crawler visits a link that has a preview, and gets the preview in place of the destination. */
  readonly wantsPreview: boolean
  readonly query: VisitorQuery
}

export interface VisitServiceDependencies {
  readonly routeCache: RouteCache
  readonly clickRecorder: ClickRecorder
  readonly locations: LocationFinder
  readonly clock: Clock
  /** From 0 up to, but not including, 1. It chooses variants for visitors who must not be recognized. */
  readonly random: () => number
}

/** Decides and records visits. Browsers and the JSON resolution get destinations only through this service. */
export class VisitService {
  constructor(private readonly dependencies: VisitServiceDependencies) {}

  /**
   * Finds a link by its code in an address, case-insensitively, in the namespace of a domain or of the service itself.
   * Null for an unknown, released or malformed code.
   */
  async find(code: string, domainId: string | null = null): Promise<Route | null> {
    for (const key of listCodeKeys(code, domainId !== null)) {
      const route = await this.dependencies.routeCache.find(toRouteKey(domainId, key))
      if (route) return route
    }
    return null
  }

  /**
   * Decides a visit. If the destination may be given, the click is recorded before this resolves, so every redirect is a
   * recorded click. If the click limit is used up at that moment, the decision is `expired`.
   */
  async processVisit(
    link: Route,
    { visit, trigger, isUnlocked, isHead, isUntracked, wantsPreview, query }: VisitOptions,
  ): Promise<VisitDecision> {
    if (visit.isPrefetch && trigger !== 'api') return { kind: 'too early' }
    const { clickRecorder } = this.dependencies
    const decided = this.decide(link, visit, { isUnlocked, isHead, wantsPreview })
    // A promise delays every redirect, and links without rules need no promise.
    const decision = decided instanceof Promise ? await decided : decided
    const rule = decision.kind === 'open' ? decision.rule : null
    const recorded = { visit, trigger, query, rule }
    const isForBots = decision.kind === 'preview' || decision.kind === 'withheld'
    if (isForBots && !isHead) await clickRecorder.recordBotClick(link, recorded)
    if (decision.kind !== 'open' || isHead) return decision
    if (visit.isBot) {
      await clickRecorder.recordBotClick(link, recorded)
      return decision
    }
    if (isUntracked && link.clickLimit === null) return decision
    const isGranted = await clickRecorder.recordClick(link, recorded)
    return isGranted ? decision : { kind: 'expired', reason: 'click_limit' }
  }

  /** Decides a visit with the rules of the link, and records nothing. Returns a promise only for a link with rules. */
  decide(
    link: Route,
    visit: Visit,
    { isUnlocked, isHead, wantsPreview }: Omit<VisitConditions, 'isBot'>,
  ): VisitDecision | Promise<VisitDecision> {
    const conditions = { isBot: visit.isBot, isUnlocked, isHead, wantsPreview }
    const decision = decideVisit(link, conditions, this.dependencies.clock.now())
    if (link.rules === null || (decision.kind !== 'open' && decision.kind !== 'withheld')) return decision
    return this.applyRules(link, link.rules, visit, decision)
  }

  private async applyRules(
    link: Route,
    rules: readonly RouteRule[],
    visit: Visit,
    decision: VisitDecision,
  ): Promise<VisitDecision> {
    const rule = await this.findRule(link, rules, visit)
    if (rule === null) return decision
    if (isBlocking(rule)) return { kind: 'refused', rule }
    return decision.kind === 'open' ? { kind: 'open', rule } : decision
  }

  private async findRule(link: Route, rules: readonly RouteRule[], visit: Visit): Promise<RouteRule | null> {
    const { locations, clock } = this.dependencies
    const sample = rules.at(-1)?.kind === 'split' ? await this.sample(link, visit) : 0
    const { agent, acceptLanguage } = visit
    const location = locations.locate(visit.address)
    return findMatchingRule(rules, new Visitor({ agent, location, acceptLanguage, now: clock.now(), sample }))
  }

  /**
   * Chooses the variant of a split. A visitor gets the same variant all day, a private visit a random variant, and a
   * bot the first variant.
   */
  private async sample(link: Route, visit: Visit): Promise<number> {
    if (visit.isBot) return 0
    const visitorHash = await this.dependencies.clickRecorder.identifyVisitor(link, visit)
    return visitorHash === null ? this.dependencies.random() : sampleVisitor(visitorHash, link.id)
  }
}
