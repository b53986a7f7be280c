import { describe, expect, it } from 'vitest'
import { Link } from '../../src/modules/publishing/links/index.ts'
import {
  decideVisit,
  type VisitConditions,
  type VisitDecision,
} from '../../src/modules/visits/redirects/visit.service.ts'

const now = new Date('2026-11-21T12:00:00.000Z')
const at = (ms: number) => new Date(now.getTime() + ms)

const person: VisitConditions = { isBot: false, isUnlocked: false, isHead: false, wantsPreview: false }

function linkWith(options: Partial<Link>): Link {
  return Object.assign(new Link(), options)
}

/** All decisions in their order of precedence, each with a link and conditions that cause it. */
const reasons: { link?: Partial<Link>; conditions?: Partial<VisitConditions>; decision: VisitDecision }[] = [
  { link: { blockedAt: at(-1) }, decision: { kind: 'blocked' } },
  { link: { isActive: false }, decision: { kind: 'inactive' } },
  { link: { expiresAt: at(-1) }, decision: { kind: 'expired', reason: 'date' } },
  { link: { clickLimit: 3, currentClicks: 3 }, decision: { kind: 'expired', reason: 'click_limit' } },
  { link: { passwordHash: 'a hash' }, decision: { kind: 'locked' } },
  { conditions: { wantsPreview: true }, decision: { kind: 'preview' } },
  { link: { clickLimit: 4 }, conditions: { isBot: true }, decision: { kind: 'withheld', from: 'bot' } },
  { link: { clickLimit: 4 }, conditions: { isHead: true }, decision: { kind: 'withheld', from: 'head' } },
]

describe('a visit', () => {
  it.each(reasons)('is $decision.kind for $link $conditions', ({ link = {}, conditions, decision }) => {
    expect(decideVisit(linkWith(link), { ...person, ...conditions }, now)).toEqual(decision)
  })

  it('is open for a person, a bot and HEAD on a link without options', () => {
    for (const conditions of [person, { ...person, isBot: true }, { ...person, isHead: true }]) {
      expect(decideVisit(linkWith({}), conditions, now)).toEqual({ kind: 'open', rule: null })
    }
  })

  it('is decided by the first reason, whatever other reasons apply', () => {
    for (let chosen = 1; chosen < 1 << reasons.length; chosen++) {
      const present = reasons.filter((_, index) => chosen & (1 << index))
      // The limits that come later must not replace the one that is used up.
      const link = linkWith(Object.assign({}, ...present.map((each) => each.link).reverse()))
      const conditions = { ...person, ...Object.assign({}, ...present.map((each) => each.conditions)) }
      expect(decideVisit(link, conditions, now)).toEqual(present[0]?.decision)
    }
  })
})

describe('expiry', () => {
  it.each([
    ['a millisecond after now', 1, { kind: 'open', rule: null }],
    ['now', 0, { kind: 'expired', reason: 'date' }],
    ['a millisecond before now', -1, { kind: 'expired', reason: 'date' }],
  ])('is excluded before the date and starts at it: expiresAt is %s', (_, ms, decision) => {
    expect(decideVisit(linkWith({ expiresAt: at(ms) }), person, now)).toEqual(decision)
  })

  it.each([
    [0, 1, { kind: 'open', rule: null }],
    [1, 1, { kind: 'expired', reason: 'click_limit' }],
    [9, 10, { kind: 'open', rule: null }],
    [10, 10, { kind: 'expired', reason: 'click_limit' }],
    // A limit may be lowered below the number of clicks.
    [11, 10, { kind: 'expired', reason: 'click_limit' }],
  ])('after %i clicks of a limit of %i', (currentClicks, clickLimit, decision) => {
    expect(decideVisit(linkWith({ currentClicks, clickLimit }), person, now)).toEqual(decision)
  })

  it('is by date when date and limit are reached', () => {
    const link = linkWith({ expiresAt: now, clickLimit: 1, currentClicks: 1 })
    expect(decideVisit(link, person, now)).toEqual({ kind: 'expired', reason: 'date' })
  })
})

describe('an unlocked link', () => {
  const unlocked = { ...person, isUnlocked: true }

  it('is open', () => {
    expect(decideVisit(linkWith({ passwordHash: 'a hash' }), unlocked, now)).toEqual({ kind: 'open', rule: null })
  })

  it.each(reasons.filter(({ decision }) => decision.kind !== 'locked'))(
    'is still $decision.kind for $link $conditions',
    ({ link, conditions, decision }) => {
      const both = linkWith({ passwordHash: 'a hash', ...link })
      expect(decideVisit(both, { ...unlocked, ...conditions }, now)).toEqual(decision)
    },
  )

  it('is open when it has no password', () => {
    expect(decideVisit(linkWith({}), unlocked, now)).toEqual({ kind: 'open', rule: null })
  })
})

it('does not change the link', () => {
  const link = Object.freeze(linkWith({ clickLimit: 1, passwordHash: 'a hash' }))
  expect(() => decideVisit(link, person, now)).not.toThrow()
})
