import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RouteRule } from '../../src/modules/publishing/links/index.ts'
import { findMatchingRule, type VisitorFacts } from '../../src/modules/publishing/targeting/rule-evaluation.ts'
import type { RuleDevice } from '../../src/modules/publishing/targeting/rule-values.ts'
import { parseLanguageTag, readAcceptLanguage } from '../../src/platform/web/language-tags.ts'

const monday = new Date('2026-01-05T12:00:00Z')

const unknown: VisitorFacts = {
  devices: new Set(),
  country: null,
  continent: null,
  region: null,
  languages: [],
  now: monday,
  localTime: () => ({ day: 1, minute: 720 }),
  sample: 0,
}
const berliner: VisitorFacts = {
  ...unknown,
  devices: new Set<RuleDevice>(['mobile', 'ios']),
  country: 'DE',
  continent: 'EU',
  region: 'DE-BE',
  languages: readAcceptLanguage('de-at'),
}

const destination = 'https://example.com/'
const geo = (matchType: 'country' | 'continent' | 'region', values: string[], isExcluded = false): RouteRule => ({
  kind: 'geo',
  id: 'rul_geo',
  destination,
  matchType,
  isExcluded,
  values: new Set(values),
  isBlocking: false,
  message: null,
})
const time = (rule: Partial<Extract<RouteRule, { kind: 'time' }>>): RouteRule => ({
  kind: 'time',
  id: 'rul_time',
  destination,
  days: null,
  startMinute: null,
  endMinute: null,
  timezone: 'UTC',
  startsAt: null,
  endsAt: null,
  ...rule,
})
const variant = (name: string, weight: number): RouteRule => ({ kind: 'split', id: name, destination, name, weight })
const matches = (rule: RouteRule, facts: VisitorFacts) => findMatchingRule([rule], facts) !== null

describe('a place', () => {
  it.each([
    [geo('country', ['AT', 'DE']), true],
    [geo('country', ['AT']), false],
    [geo('country', ['AT'], true), true],
    [geo('country', ['DE'], true), false],
    [geo('continent', ['EU']), true],
    [geo('region', ['DE-BE']), true],
    [geo('region', ['DE-BY']), false],
  ])('%o matches a visitor in Berlin: %s', (rule, expected) => {
    expect(matches(rule, berliner)).toBe(expected)
  })

  it('that is unknown matches nothing, not even the exclusion of others', () => {
    for (const matchType of ['country', 'continent', 'region'] as const)
      for (const isExcluded of [false, true])
        expect(matches(geo(matchType, ['DE', 'EU'], isExcluded), unknown)).toBe(false)
  })
})

describe('a language', () => {
  const language = (id: string, ...tags: string[]): RouteRule => ({
    kind: 'language',
    id,
    destination,
    languages: tags.map(parseLanguageTag).filter((tag) => tag !== null),
  })
  it.each([
    ['de', 'de-at', true],
    ['de-at', 'de-at', true],
    ['de-at', 'de', false],
    ['de', 'deu', true],
    ['de', 'den', false],
    ['de', '', false],
    // Scripts.
    ['zh-Hant', 'zh-TW', true],
    ['zh-Hant', 'zh-mo', true],
    ['zh-Hant', 'zh-CN', false],
    ['zh-Hant', 'zh', false],
    ['zh-Hans', 'zh-CN', true],
    ['zh-Hans', 'zh-SG', true],
    ['zh-TW', 'zh-Hant-TW', true],
    ['zh-TW', 'zh_TW', true],
    ['zh-TW', 'zh-Hans-TW', false],
    ['zh-TW', 'zh-HK', false],
    ['zh', 'cmn-Hant-HK', true],
    ['sr-Cyrl', 'sr-RS', true],
    ['sr-Cyrl', 'sr-Latn-RS', false],
    ['sr-Latn', 'sh', true],
    // Old names.
    ['he', 'iw-IL', true],
    ['iw', 'he', true],
    ['id', 'in-ID', true],
    ['fil', 'tl-PH', true],
    ['nb', 'no-NO', true],
    ['no', 'nb-NO', true],
    ['nn', 'no-NO', false],
    // Later choices.
    ['zh-TW', 'zh-HK,zh-TW;q=0.8', true],
    ['de', 'ja, *, not a tag, de;q=0.1', true],
    ['de', 'ja, de;q=0', false],
  ])('%s matches %s: %s', (tag, header, expected) => {
    expect(matches(language('rul_l', 'fr', tag), { ...unknown, languages: readAcceptLanguage(header) })).toBe(expected)
  })

  it('that is wanted more decides, also against the order of the rules', () => {
    const rules = [language('english', 'en'), language('german', 'de'), language('austrian', 'de-AT')]
    const find = (header: string) =>
      findMatchingRule(rules, { ...unknown, languages: readAcceptLanguage(header) })?.id ?? null
    expect(find('de-CH,de;q=0.9,en;q=0.8')).toBe('german')
    expect(find('ja,de-AT;q=0.5,en;q=0.8')).toBe('english')
    expect(find('de-AT')).toBe('german')
    expect(find('ja')).toBeNull()
  })
})

describe('a window of time', () => {
  const at = (day: number, minute: number): VisitorFacts => ({ ...unknown, localTime: () => ({ day, minute }) })
  const night = time({ days: [1], startMinute: 22 * 60, endMinute: 6 * 60 })
  it.each([
    ['opens on its day', night, at(1, 22 * 60), true],
    ['is closed before', night, at(1, 22 * 60 - 1), false],
    ['is closed in the early morning of its day', night, at(1, 60), false],
    ['is still open after midnight', night, at(2, 6 * 60 - 1), true],
    ['closes at its end', night, at(2, 6 * 60), false],
    ['that crosses midnight on a Sunday is open on Monday', time({ ...night, days: [7] } as never), at(1, 0), true],
    ['by day includes its start', time({ startMinute: 540, endMinute: 1020 }), at(3, 540), true],
    ['by day excludes its end', time({ startMinute: 540, endMinute: 1020 }), at(3, 1020), false],
    ['of whole days has no times', time({ days: [6, 7] }), at(7, 0), true],
    ['of whole days is closed on others', time({ days: [6, 7] }), at(5, 1439), false],
  ])('%s', (_, rule, facts, expected) => {
    expect(matches(rule, facts)).toBe(expected)
  })

  it('begins at startsAt and ends before endsAt', () => {
    const now = monday.getTime()
    expect(matches(time({ startsAt: now, endsAt: now + 1 }), unknown)).toBe(true)
    expect(matches(time({ startsAt: now + 1 }), unknown)).toBe(false)
    expect(matches(time({ endsAt: now }), unknown)).toBe(false)
  })
})

describe('a split', () => {
  it('gives each variant its share of the visitors', () => {
    const rules = [variant('a', 1), variant('b', 3)]
    const chosen = Array.from({ length: 1000 }, (_, n) => findMatchingRule(rules, { ...unknown, sample: n / 1000 })?.id)
    expect(Map.groupBy(chosen, (id) => id).get('a')).toHaveLength(250)
    expect(Map.groupBy(chosen, (id) => id).get('b')).toHaveLength(750)
  })

  it('always chooses a variant', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 50 })
    const sample = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    fc.assert(
      fc.property(weights, sample, (each, chance) => {
        const rules = each.map((weight, n) => variant(String(n), weight))
        expect(findMatchingRule(rules, { ...unknown, sample: chance })).not.toBeNull()
      }),
    )
  })
})

describe('any rules', () => {
  const places = fc.subarray(['DE', 'AT', 'FR', 'EU', 'NA', 'DE-BE'], { minLength: 1 })
  const device = fc.constantFrom<RuleDevice>('ios', 'android', 'mobile', 'desktop')
  const anyRule = fc.oneof(
    fc.record({ device }).map((each): RouteRule => ({ kind: 'device', id: 'd', destination, ...each })),
    fc
      .tuple(fc.constantFrom('country' as const, 'continent' as const, 'region' as const), places, fc.boolean())
      .map(([matchType, values, isExcluded]) => geo(matchType, values, isExcluded)),
    fc
      .subarray(['de', 'en', 'fr-ca'], { minLength: 1 })
      .map((tags) => tags.map(parseLanguageTag).filter((tag) => tag !== null))
      .map((languages): RouteRule => ({ kind: 'language', id: 'l', destination, languages })),
    fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }).map((days) => time({ days })),
  )
  const anyFacts = fc.record({
    devices: fc.subarray<RuleDevice>(['ios', 'android', 'mobile', 'desktop']).map((each) => new Set(each)),
    country: fc.option(fc.constantFrom('DE', 'AT', 'FR', 'US')),
    continent: fc.option(fc.constantFrom('EU', 'NA')),
    region: fc.option(fc.constantFrom('DE-BE', 'US-CA')),
    languages: fc.constantFrom('', 'de', 'de-at', 'en', 'fr-ca').map(readAcceptLanguage),
    now: fc.constant(monday),
    localTime: fc.record({ day: fc.integer({ min: 1, max: 7 }), minute: fc.nat(1439) }).map((each) => () => each),
    sample: fc.constant(0),
  })

  it('are decided by the first that matches alone', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 20 }), anyFacts, (rules, facts) => {
        const expected = rules.find((rule) => matches(rule, facts)) ?? null
        expect(findMatchingRule(rules, facts)).toBe(expected)
      }),
    )
  })

  it('about visitors match nobody of whom nothing is known', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 20 }), (rules) => {
        expect(findMatchingRule(rules, unknown)?.kind ?? 'time').toBe('time')
      }),
    )
  })
})
