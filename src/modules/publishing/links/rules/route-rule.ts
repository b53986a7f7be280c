import { type LanguageTag, parseLanguageTag } from '../../../../platform/web/language-tags.ts'

/** The visitor attribute that a rule compares. Kinds of rules are tried in this order. */
export const ruleKinds = ['device', 'geo', 'language', 'time', 'split'] as const
export type RuleKind = (typeof ruleKinds)[number]

interface RouteRuleBase {
  readonly id: string
  /** Null for a rule that refuses visitors, and for a variant that uses the destination of the link. */
  readonly destination: string | null
}

export interface DeviceRouteRule extends RouteRuleBase {
  readonly kind: 'device'
  readonly device: string
}

export interface GeoRouteRule extends RouteRuleBase {
  readonly kind: 'geo'
  readonly matchType: 'country' | 'continent' | 'region'
  /** Whether the rule matches visitors who are in none of the locations. */
  readonly isExcluded: boolean
  readonly values: ReadonlySet<string>
  /** Whether matching visitors get no destination. */
  readonly isBlocking: boolean
  readonly message: string | null
}

export interface LanguageRouteRule extends RouteRuleBase {
  readonly kind: 'language'
  readonly languages: readonly LanguageTag[]
}

export interface TimeRouteRule extends RouteRuleBase {
  readonly kind: 'time'
  /** Days of the week on which the window opens, 1 for Monday to 7 for Sunday; null for every day. */
  readonly days: readonly number[] | null
  /**
   * Minutes after midnight; both null for the whole day. The window crosses midnight if the start is later than the
   * end.
   */
  readonly startMinute: number | null
  readonly endMinute: number | null
  readonly timezone: string
  /** Milliseconds since 1970. */
  readonly startsAt: number | null
  readonly endsAt: number | null
}

export interface SplitRouteRule extends RouteRuleBase {
  readonly kind: 'split'
  readonly name: string
  readonly weight: number
}

/** An active rule of a link, in the form that a redirect reads. */
export type RouteRule = DeviceRouteRule | GeoRouteRule | LanguageRouteRule | TimeRouteRule | SplitRouteRule

/** A rule as the database has it: a list instead of a set, and languages as text, such as `pt-br`. */
export type StoredRouteRule =
  | Exclude<RouteRule, GeoRouteRule | LanguageRouteRule>
  | (Omit<GeoRouteRule, 'values'> & { values: string[] })
  | (Omit<LanguageRouteRule, 'languages'> & { languages: string[] })

/**
 * The active rules of a link in the order in which they are tried, each kind in its own order; null without an active
 * rule.
 */
export function readRouteRules(stored: readonly StoredRouteRule[] | null | undefined): readonly RouteRule[] | null {
  return stored?.map((rule) => Object.freeze(readRouteRule(rule))) ?? null
}

function readRouteRule(rule: StoredRouteRule): RouteRule {
  switch (rule.kind) {
    case 'geo':
      return { ...rule, values: new Set(rule.values) }
    case 'language':
      return { ...rule, languages: rule.languages.map(parseLanguageTag).filter((tag) => tag !== null) }
    default:
      return { ...rule }
  }
}
