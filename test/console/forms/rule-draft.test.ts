import { describe, expect, it } from 'vitest'
import {
  emptyRule,
  missingField,
  moved,
  type Rule,
  type RuleDraft,
  shareOfVariant,
  toRuleDraft,
  toRuleInput,
} from '../../../console/features/rules/rule-draft.ts'
import type { RuleKind } from '../../../console/graph/types.ts'

const zone = 'Europe/Berlin'
const draftOf = (changes: Partial<RuleDraft>): RuleDraft => ({ ...emptyRule(zone), ...changes })
const common = { id: 'rul_1', isActive: true, destination: 'https://example.com/' } as const
const variant = (id: string, weight: number, isActive = true): Rule => ({
  ...common,
  id,
  isActive,
  kind: 'SPLIT',
  name: id,
  weight,
})

describe('toRuleInput', () => {
  const cases: [name: string, kind: RuleKind, changes: Partial<RuleDraft>, input: object][] = [
    [
      'a device, whose address gets its scheme',
      'DEVICE',
      { destination: ' apps.example/x ', device: 'ANDROID', name: 'not of this kind' },
      { destination: 'https://apps.example/x', device: 'ANDROID' },
    ],
    [
      'regions as they are written',
      'GEO',
      { matchType: 'REGION', regions: 'de-be,  de-bb ', values: ['FR'], destination: 'https://a.example' },
      {
        matchType: 'REGION',
        values: ['DE-BE', 'DE-BB'],
        condition: 'IN',
        action: 'REDIRECT',
        destination: 'https://a.example',
        blockMessage: null,
      },
    ],
    [
      'a refusal, which leads nowhere',
      'GEO',
      { values: ['FR'], condition: 'NOT_IN', action: 'BLOCK', destination: 'https://a.example', blockMessage: ' No. ' },
      {
        matchType: 'COUNTRY',
        values: ['FR'],
        condition: 'NOT_IN',
        action: 'BLOCK',
        destination: null,
        blockMessage: 'No.',
      },
    ],
    [
      'days in their order, and no hours of which one is missing',
      'TIME',
      { destination: 'https://a.example', days: ['SUNDAY', 'MONDAY'], startTime: '09:00' },
      {
        destination: 'https://a.example',
        days: ['MONDAY', 'SUNDAY'],
        startTime: null,
        endTime: null,
        startsAt: null,
        endsAt: null,
        timezone: zone,
      },
    ],
    [
      'a variant with the destination of the link',
      'SPLIT',
      { name: ' B ', weight: '3' },
      { destination: null, name: 'B', weight: 3 },
    ],
  ]
  it.each(cases)('%s', (_name, kind, changes, input) => {
    expect(toRuleInput(kind, draftOf(changes))).toEqual(input)
  })

  it('sends back a time rule as it was', () => {
    const rule: Rule = {
      ...common,
      kind: 'TIME',
      days: null,
      startTime: '20:00',
      endTime: '06:00',
      startsAt: '2026-12-01T08:00:00.000Z',
      endsAt: null,
      timezone: 'UTC',
    }
    const { id, isActive, kind, ...input } = rule
    expect(toRuleInput('TIME', toRuleDraft(rule, zone))).toEqual(input)
  })

  it('sends back a rule about regions as it was', () => {
    const rule: Rule = {
      ...common,
      kind: 'GEO',
      matchType: 'REGION',
      values: ['DE-BE', 'DE-BB'],
      condition: 'IN',
      action: 'REDIRECT',
      blockMessage: null,
    }
    const { id, isActive, kind, ...input } = rule
    expect(toRuleInput('GEO', toRuleDraft(rule, zone))).toEqual(input)
  })
})

describe('missingField', () => {
  const cases: [kind: RuleKind, changes: Partial<RuleDraft>, missing: string | null][] = [
    ['DEVICE', {}, 'destination'],
    ['DEVICE', { destination: 'a.example' }, null],
    ['GEO', { destination: 'a.example' }, 'values'],
    ['GEO', { values: ['DE'], action: 'BLOCK' }, null],
    ['GEO', { values: ['DE'], matchType: 'REGION', destination: 'a.example' }, 'values'],
    ['LANGUAGE', { languages: ['de'] }, 'destination'],
    ['TIME', { destination: 'a.example' }, 'days'],
    ['TIME', { destination: 'a.example', endTime: '09:00' }, 'startTime'],
    ['TIME', { destination: 'a.example', startsAt: '2026-12-01T08:00' }, null],
    ['SPLIT', {}, 'name'],
    ['SPLIT', { name: 'B' }, null],
  ]
  it.each(cases)('of a %s rule with %j is %j', (kind, changes, missing) => {
    expect(missingField(kind, draftOf(changes))).toBe(missing)
  })
})

describe('shareOfVariant', () => {
  it('divides visitors among the variants that are on', () => {
    const rules = [variant('A', 1), variant('B', 3), variant('C', 6, false)]
    expect(rules.map((rule) => shareOfVariant(rule, rules))).toEqual([0.25, 0.75, 0])
  })
})

describe('moved', () => {
  it('moves one by one place', () => {
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  })
})
