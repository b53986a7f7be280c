import { shortDestination } from '../../app/addresses.ts'
import { formatInstant, formatShare } from '../../texts/formats.ts'
import { currentLocale, t } from '../../texts/texts.ts'
import { languageName, placeName } from './places.ts'
import { type Rule, shareOfVariant, weekdays } from './rule-draft.ts'

/** Whom a rule is about: `iPhone and iPad`, `Germany or Austria`, `Mon, Tue, 09:00–17:00 (Europe/Berlin)`. */
export function describeVisitors(rule: Rule, rules: readonly Rule[]): string {
  if ('device' in rule) return t(`rules.device.${rule.device}`)
  if ('matchType' in rule) {
    const places = either(rule.values.map((value) => placeName(rule.matchType, value)))
    return rule.condition === 'IN' ? places : t('rules.elsewhere', { places })
  }
  if ('languages' in rule) return either(rule.languages.map((tag) => languageName(tag)))
  if ('name' in rule) return t('rules.variant', { name: rule.name, share: formatShare(shareOfVariant(rule, rules)) })
  return describeTime(rule)
}

/** Where they go: an address without its scheme, a page that refuses them, or the destination of the link. */
export function describeTarget(rule: Rule): string {
  if ('action' in rule && rule.action === 'BLOCK') return t('rules.refused')
  return rule.destination ? shortAddress(rule.destination) : t('rules.asLink')
}

export function shortAddress(address: string): string {
  return shortDestination(address).replace(/\/$/, '')
}

/** `Mon` in the language of the page. */
export function weekdayName(day: (typeof weekdays)[number], length: 'short' | 'long' = 'short'): string {
  // 2024 began on a Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + weekdays.indexOf(day)))
  return new Intl.DateTimeFormat(currentLocale(), { weekday: length, timeZone: 'UTC' }).format(date)
}

type TimeRule = Extract<Rule, { readonly timezone: string }>

function describeTime({ days, startTime, endTime, startsAt, endsAt, timezone }: TimeRule): string {
  const hours = startTime && endTime ? `${startTime}–${endTime}` : ''
  const daily = [days?.map((day) => weekdayName(day)).join(', '), hours].filter(Boolean).join(', ')
  const parts = [
    daily && `${daily} (${timezone})`,
    startsAt && t('rules.from', { when: formatInstant(startsAt) }),
    endsAt && t('rules.until', { when: formatInstant(endsAt) }),
  ]
  return parts.filter(Boolean).join(', ')
}

function either(names: readonly string[]): string {
  return new Intl.ListFormat(currentLocale(), { type: 'disjunction' }).format(names)
}
