import { includesLanguage, type LanguageTag } from '../../../platform/web/language-tags.ts'
import type { RouteRule } from '../links/index.ts'
import type { RuleDevice } from './rule-values.ts'

/** The attributes of a visitor and a visit that rules compare. An unknown attribute is null, and matches no rule. */
export interface VisitorFacts {
  readonly devices: ReadonlySet<RuleDevice>
  readonly country: string | null
  readonly continent: string | null
  readonly region: string | null
  /** The languages that the visitor reads, the most wanted first. */
  readonly languages: readonly LanguageTag[]
  readonly now: Date
  /** The day of the week (1 for Monday) and the minute of the day at this time in a zone. */
  localTime(timezone: string): LocalTime
  /** Chooses a variant: from 0 up to, but not including, 1. */
  readonly sample: number
}

export interface LocalTime {
  readonly day: number
  readonly minute: number
}

type RuleOf<K extends RouteRule['kind']> = Extract<RouteRule, { kind: K }>

/**
 * The rule that decides where a visitor goes; null for the destination of the link. It has no side effects. The rules
 * are in the order in which they are tried: variants of a split come last, and one variant is chosen by the weights.
 */
export function findMatchingRule(rules: readonly RouteRule[], facts: VisitorFacts): RouteRule | null {
  let language: LanguageTag | null | undefined
  for (const [index, rule] of rules.entries()) {
    if (rule.kind === 'split') return chooseVariant(rules.slice(index).filter(isVariant), facts.sample)
    if (rule.kind !== 'language') {
      if (matches(rule, facts)) return rule
      continue
    }
    if (language === undefined) language = findLanguage(rules, facts.languages)
    if (language && isFor(rule, language)) return rule
  }
  return null
}

/** The language that the visitor wants most, among the languages that a rule has. */
function findLanguage(rules: readonly RouteRule[], spoken: readonly LanguageTag[]): LanguageTag | null {
  return spoken.find((each) => rules.some((rule) => rule.kind === 'language' && isFor(rule, each))) ?? null
}

function isFor(rule: RuleOf<'language'>, spoken: LanguageTag): boolean {
  return rule.languages.some((wanted) => includesLanguage(wanted, spoken))
}

function matches(rule: Exclude<RouteRule, RuleOf<'language' | 'split'>>, facts: VisitorFacts): boolean {
  switch (rule.kind) {
    case 'device':
      return facts.devices.has(rule.device as RuleDevice)
    case 'geo':
      return matchesPlace(rule, facts)
    case 'time':
      return matchesTime(rule, facts)
  }
}

function matchesPlace({ matchType, values, isExcluded }: RuleOf<'geo'>, facts: VisitorFacts): boolean {
  const place = facts[matchType]
  return place !== null && values.has(place) !== isExcluded
}

function matchesTime(rule: RuleOf<'time'>, { now, localTime }: VisitorFacts): boolean {
  const { startsAt, endsAt, startMinute, endMinute, days, timezone } = rule
  if (startsAt !== null && now.getTime() < startsAt) return false
  if (endsAt !== null && now.getTime() >= endsAt) return false
  if (days === null && startMinute === null) return true
  const { day, minute } = localTime(timezone)
  const isDay = (each: number) => days === null || days.includes(each)
  if (startMinute === null || endMinute === null) return isDay(day)
  if (startMinute < endMinute) return isDay(day) && minute >= startMinute && minute < endMinute
  // The window crosses midnight. After midnight, it has opened on the day before.
  const previousDay = day === 1 ? 7 : day - 1
  return (isDay(day) && minute >= startMinute) || (isDay(previousDay) && minute < endMinute)
}

function isVariant(rule: RouteRule): rule is RuleOf<'split'> {
  return rule.kind === 'split'
}

/** Each variant has the share of its weight of the range from 0 to 1. */
function chooseVariant(variants: readonly RuleOf<'split'>[], sample: number): RuleOf<'split'> | null {
  let rest = sample * variants.reduce((sum, { weight }) => sum + weight, 0)
  for (const variant of variants) {
    if (rest < variant.weight) return variant
    rest -= variant.weight
  }
  return variants.at(-1) ?? null
}
