import { defineIssue, notAfter, unknownZone } from '../../../platform/shared/field-issue.ts'
import { InvalidParams, PlanLimitReached } from '../../../platform/shared/general.errors.ts'
import { Continent } from '../../../platform/shared/geography/continents.ts'
import { placeVocabularies } from '../../../platform/shared/geography/places.ts'
import type { ErrorDetail } from '../../../platform/shared/service-error.ts'
import { isZone } from '../../../platform/shared/time-zone.ts'
import { ruleKinds, type StoredRouteRule } from '../links/index.ts'
import type { RoutingRule, RuleKind } from './routing-rule.entity.ts'
import { Weekday } from './rule-values.ts'
import { DeviceRule, GeoRule, LanguageRule, SplitRule, TimeRule } from './rules.entity.ts'

/** The properties of a kind of rule that the service needs. */
export interface RuleKindDefinition<R extends RoutingRule = RoutingRule> {
  readonly kind: RuleKind
  readonly entity: new () => R
  /** Plural, such as `geo rules`. */
  readonly pluralName: string
  /** The name of its changes in events. */
  readonly changeName: string
  /** The fields of this kind, besides the fields of every rule. */
  readonly fields: readonly (keyof R & string)[]
  /** The fields that null clears; for other fields null is refused. */
  readonly clearableFields: readonly string[]
  /** Normalizes texts of an input before they are checked and stored. */
  normalize?(fields: Partial<R>): Partial<R>
  /** The problems that a rule would have when stored. */
  findProblems(rule: R): ErrorDetail[]
  /** The rule in the form that a redirect reads. */
  toRouteRule(rule: R): StoredRouteRule
}

const deviceRules: RuleKindDefinition<DeviceRule> = {
  kind: 'device',
  entity: DeviceRule,
  pluralName: 'device rules',
  changeName: 'deviceRule',
  fields: ['device'],
  clearableFields: [],
  findProblems: () => [],
  toRouteRule: ({ id, destination, device }) => ({ kind: 'device', id, destination, device }),
}

const geoRules: RuleKindDefinition<GeoRule> = {
  kind: 'geo',
  entity: GeoRule,
  pluralName: 'geo rules',
  changeName: 'geoRule',
  fields: ['matchType', 'condition', 'values', 'action', 'blockMessage'],
  clearableFields: ['destination', 'blockMessage'],
  normalize: ({ values, blockMessage, ...fields }) => ({
    ...fields,
    ...(values && { values: [...new Set(values.map((value) => value.trim().toUpperCase()))] }),
    ...(blockMessage !== undefined && { blockMessage: blockMessage?.trim() ?? null }),
  }),
  findProblems: (rule) => [...findUnknownPlaces(rule), ...findActionProblems(rule)],
  toRouteRule: ({ id, destination, matchType, condition, values, action, blockMessage }) => ({
    kind: 'geo',
    id,
    destination,
    matchType,
    isExcluded: condition === 'not_in',
    values,
    isBlocking: action === 'block',
    message: blockMessage,
  }),
}

const languageRules: RuleKindDefinition<LanguageRule> = {
  kind: 'language',
  entity: LanguageRule,
  pluralName: 'language rules',
  changeName: 'languageRule',
  fields: ['languages'],
  clearableFields: [],
  normalize: ({ languages, ...fields }) => ({
    ...fields,
    // The usual spelling: de, pt-BR, zh-Hant.
    ...(languages && { languages: [...new Set(languages.map((tag) => Intl.getCanonicalLocales(tag)[0] ?? tag))] }),
  }),
  findProblems: () => [],
  toRouteRule: ({ id, destination, languages }) => ({
    kind: 'language',
    id,
    destination,
    languages: languages.map((tag) => tag.toLowerCase()),
  }),
}

const timeRules: RuleKindDefinition<TimeRule> = {
  kind: 'time',
  entity: TimeRule,
  pluralName: 'time rules',
  changeName: 'timeRule',
  fields: ['days', 'startTime', 'endTime', 'timezone', 'startsAt', 'endsAt'],
  clearableFields: ['days', 'startTime', 'endTime', 'startsAt', 'endsAt'],
  findProblems: findTimeProblems,
  toRouteRule: ({ id, destination, days, startTime, endTime, timezone, startsAt, endsAt }) => ({
    kind: 'time',
    id,
    destination,
    days: days?.map((day) => Object.values(Weekday).indexOf(day) + 1) ?? null,
    startMinute: toMinute(startTime),
    endMinute: toMinute(endTime),
    timezone,
    startsAt: startsAt?.getTime() ?? null,
    endsAt: endsAt?.getTime() ?? null,
  }),
}

const splitRules: RuleKindDefinition<SplitRule> = {
  kind: 'split',
  entity: SplitRule,
  pluralName: 'variants',
  changeName: 'splitRule',
  fields: ['name', 'weight'],
  clearableFields: ['destination'],
  normalize: ({ name, ...fields }) => ({ ...fields, ...(name !== undefined && { name: name.trim() }) }),
  findProblems: () => [],
  toRouteRule: ({ id, destination, name, weight }) => ({ kind: 'split', id, destination, name, weight }),
}

export const ruleDefinitions = {
  device: deviceRules,
  geo: geoRules,
  language: languageRules,
  time: timeRules,
  split: splitRules,
} as unknown as Readonly<Record<RuleKind, RuleKindDefinition>>

const unknownPlace = defineIssue('UNKNOWN_PLACE', 'value {position} is no {matchType}; {hint}')
const noTarget = defineIssue('NO_TARGET', 'is required to redirect')
const blocksWithTarget = defineIssue('BLOCKS_WITH_TARGET', 'must be absent from a rule that blocks')
const redirectsWithMessage = defineIssue('REDIRECTS_WITH_MESSAGE', 'is only for a rule that blocks')
const oneTime = defineIssue('ONE_TIME', 'is required with the other time')
const sameTime = defineIssue('SAME_TIME', 'must differ from startTime')
const noTime = defineIssue('NO_TIME', 'is required without days, startsAt and endsAt')

/** Throws `InvalidParams` with every problem that a rule would have when stored. */
export function assertValidRule(definition: RuleKindDefinition, rule: RoutingRule): void {
  const problems = definition.findProblems(rule)
  if (problems.length > 0) throw new InvalidParams(problems)
}

function findUnknownPlaces({ matchType, values }: GeoRule): ErrorDetail[] {
  const vocabulary = placeVocabularies[matchType]
  const isKnown = (value: string) => value !== Continent.UNKNOWN?.toUpperCase() && vocabulary.has(value)
  const index = values.findIndex((value) => !isKnown(value))
  const value = values[index]
  if (value === undefined) return []
  const nearest = vocabulary.findNearest(value)
  const hint = nearest ? `did you mean ${nearest}?` : placeHints[matchType]
  return [{ field: 'values', ...unknownPlace({ position: index + 1, matchType, hint }) }]
}

const placeHints: Readonly<Record<GeoRule['matchType'], string>> = {
  country: 'use ISO 3166-1 alpha-2 codes, such as DE',
  continent: 'use AF, AN, AS, EU, NA, OC or SA',
  region: 'use ISO 3166-2 codes, such as DE-BE',
}

function findActionProblems({ action, destination, blockMessage }: GeoRule): ErrorDetail[] {
  const problems: ErrorDetail[] = []
  if (action === 'redirect' && destination === null) problems.push({ field: 'destination', ...noTarget() })
  if (action === 'block' && destination !== null) problems.push({ field: 'destination', ...blocksWithTarget() })
  if (action === 'redirect' && blockMessage !== null)
    problems.push({ field: 'blockMessage', ...redirectsWithMessage() })
  return problems
}

function findTimeProblems({ days, startTime, endTime, timezone, startsAt, endsAt }: TimeRule): ErrorDetail[] {
  const problems: ErrorDetail[] = []
  if (!isZone(timezone)) problems.push({ field: 'timezone', ...unknownZone() })
  if ((startTime === null) !== (endTime === null))
    problems.push({ field: startTime === null ? 'startTime' : 'endTime', ...oneTime() })
  if (startTime !== null && startTime === endTime) problems.push({ field: 'endTime', ...sameTime() })
  if (startsAt && endsAt && startsAt >= endsAt) problems.push({ field: 'endsAt', ...notAfter({ other: 'startsAt' }) })
  if (!days && startTime === null && !startsAt && !endsAt) problems.push({ field: 'startTime', ...noTime() })
  return problems
}

function toMinute(time: string | null): number | null {
  if (time === null) return null
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Rules in the order in which redirects try them. */
export function sortRules(rules: readonly RoutingRule[]): RoutingRule[] {
  return rules.toSorted((a, b) => ruleKinds.indexOf(a.kind) - ruleKinds.indexOf(b.kind) || a.priority - b.priority)
}

/** Rules of one kind that a link can have. */
const maxRulesOfKind = 50

/**
 * Throws `PlanLimitReached` when a link with these rules cannot have another rule of the kind. Returns the rules of the
 * kind.
 */
export function assertRoomForRule(
  { kind, pluralName }: RuleKindDefinition,
  rules: readonly RoutingRule[],
): RoutingRule[] {
  const siblings = rules.filter((rule) => rule.kind === kind)
  if (siblings.length >= maxRulesOfKind) throw new PlanLimitReached(pluralName, maxRulesOfKind, siblings.length, 'link')
  return siblings
}

/** The maximum size of all active rules of a link in the form of the database. Every node keeps the rules in memory. */
const maxRouteRulesBytes = 64 * 1024

/**
 * The active rules of a link in their order, as redirects read them; null without an active rule. Throws
 * `PlanLimitReached`.
 */
export function toRouteRules(rules: readonly RoutingRule[]): StoredRouteRule[] | null {
  const active = sortRules(rules.filter(({ isActive }) => isActive))
  const routeRules = active.length > 0 ? active.map((rule) => ruleDefinitions[rule.kind].toRouteRule(rule)) : null
  if (Buffer.byteLength(JSON.stringify(routeRules)) > maxRouteRulesBytes)
    throw new PlanLimitReached('KiB of rules', maxRouteRulesBytes / 1024, maxRouteRulesBytes / 1024, 'link')
  return routeRules
}
