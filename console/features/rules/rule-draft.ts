import { withScheme } from '../../app/addresses.ts'
import type { GeoAction, GeoCondition, GeoMatchType, RuleDevice, RuleKind, RuleRowFragment } from '../../graph/types.ts'
import { toLocalTime } from '../../texts/local-time.ts'

/** The rule of a link, whichever its kind. */
export type Rule = RuleRowFragment

/** The kinds in the order in which the service tries them. */
export const ruleKinds = ['DEVICE', 'GEO', 'LANGUAGE', 'TIME', 'SPLIT'] as const satisfies readonly RuleKind[]

export const ruleDevices = [
  'IOS',
  'ANDROID',
  'MOBILE',
  'TABLET',
  'DESKTOP',
  'WINDOWS',
  'MACOS',
  'LINUX',
  'CHROMEOS',
] as const satisfies readonly RuleDevice[]

export const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const

type Weekday = (typeof weekdays)[number]

/** What the form of a rule holds: the fields of all kinds, so that a change of the kind of place loses nothing. */
export interface RuleDraft {
  readonly destination: string
  readonly device: RuleDevice
  readonly matchType: GeoMatchType
  readonly condition: GeoCondition
  readonly action: GeoAction
  /** Countries or continents. */
  readonly values: readonly string[]
  /** Codes of regions as they are written, such as `DE-BE, DE-BB`. */
  readonly regions: string
  readonly blockMessage: string
  readonly languages: readonly string[]
  readonly days: readonly Weekday[]
  /** Times of the day, such as `09:00`. */
  readonly startTime: string
  readonly endTime: string
  /** Local times of the browser, such as `2026-11-28T14:05`. */
  readonly startsAt: string
  readonly endsAt: string
  readonly timezone: string
  readonly name: string
  readonly weight: string
}

export function emptyRule(timezone: string): RuleDraft {
  return {
    destination: '',
    device: 'IOS',
    matchType: 'COUNTRY',
    condition: 'IN',
    action: 'REDIRECT',
    values: [],
    regions: '',
    blockMessage: '',
    languages: [],
    days: [],
    startTime: '',
    endTime: '',
    startsAt: '',
    endsAt: '',
    timezone,
    name: '',
    weight: '1',
  }
}

/** The first letter that no variant has. */
export function nextVariantName(rules: readonly Rule[]): string {
  const used = rules.map((rule) => ('name' in rule ? rule.name : ''))
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].find((letter) => !used.includes(letter)) ?? ''
}

/** A rule as its form holds it. */
export function toRuleDraft(rule: Rule, timezone: string): RuleDraft {
  const given = Object.entries(rule).filter(([, value]) => value !== null && value !== undefined)
  const draft = { ...emptyRule(timezone), ...Object.fromEntries(given) }
  return {
    ...draft,
    regions: draft.matchType === 'REGION' ? draft.values.join(', ') : '',
    startsAt: toLocalTime(draft.startsAt),
    endsAt: toLocalTime(draft.endsAt),
    weight: String(draft.weight),
  }
}

/** What the service needs to create or change a rule of this kind. Fields without a value are null. */
export function toRuleInput(kind: RuleKind, draft: RuleDraft): Record<string, unknown> {
  const address = draft.destination.trim()
  const destination = address ? withScheme(address) : null
  switch (kind) {
    case 'DEVICE':
      return { destination, device: draft.device }
    case 'GEO': {
      const { matchType, condition, action } = draft
      const place = { matchType, condition, action, values: placesOf(draft) }
      return action === 'BLOCK'
        ? { ...place, destination: null, blockMessage: draft.blockMessage.trim() || null }
        : { ...place, destination, blockMessage: null }
    }
    case 'LANGUAGE':
      return { destination, languages: draft.languages }
    case 'TIME': {
      const hasHours = draft.startTime !== '' && draft.endTime !== ''
      return {
        destination,
        days: draft.days.length > 0 ? weekdays.filter((day) => draft.days.includes(day)) : null,
        startTime: hasHours ? draft.startTime : null,
        endTime: hasHours ? draft.endTime : null,
        startsAt: toInstant(draft.startsAt),
        endsAt: toInstant(draft.endsAt),
        timezone: draft.timezone,
      }
    }
    case 'SPLIT':
      return { destination, name: draft.name.trim(), weight: Number(draft.weight) }
  }
}

/** What is still missing before the rule can be sent: the name of the field, or null. */
export function missingField(kind: RuleKind, draft: RuleDraft): keyof RuleDraft | null {
  if (kind === 'GEO' && placesOf(draft).length === 0) return 'values'
  if (kind === 'LANGUAGE' && draft.languages.length === 0) return 'languages'
  if (kind === 'TIME' && draft.startTime === '' && draft.endTime !== '') return 'startTime'
  if (kind === 'TIME' && draft.endTime === '' && draft.startTime !== '') return 'endTime'
  if (kind === 'TIME' && !draft.days.length && !draft.startTime && !draft.startsAt && !draft.endsAt) return 'days'
  if (kind === 'SPLIT' && draft.name.trim() === '') return 'name'
  const leads = kind !== 'SPLIT' && !(kind === 'GEO' && draft.action === 'BLOCK')
  return leads && draft.destination.trim() === '' ? 'destination' : null
}

function placesOf({ matchType, values, regions }: RuleDraft): readonly string[] {
  return matchType === 'REGION'
    ? regions
        .toUpperCase()
        .split(/[\s,]+/)
        .filter(Boolean)
    : values
}

/** The share of the visitors that a variant gets, among the variants that are on. */
export function shareOfVariant(variant: Rule, rules: readonly Rule[]): number {
  const total = rules.reduce((sum, rule) => sum + (rule.isActive ? weightOf(rule) : 0), 0)
  return variant.isActive && total > 0 ? weightOf(variant) / total : 0
}

/** How many parts of the visitors a variant gets; 0 for other rules. */
export function weightOf(rule: Rule): number {
  return 'weight' in rule ? rule.weight : 0
}

/** The ids of a list in the order after one of them has moved by one place. */
export function moved<Item>(items: readonly Item[], index: number, step: -1 | 1): readonly Item[] {
  const others = items.filter((_, each) => each !== index)
  return [...others.slice(0, index + step), items[index] as Item, ...others.slice(index + step)]
}

function toInstant(localTime: string): string | null {
  return localTime ? new Date(localTime).toISOString() : null
}
