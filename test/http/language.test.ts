import { describe, expect, test } from 'vitest'
import { formatDay, formatInstant, negotiateLanguage, requestLanguage } from '../../src/platform/web/language.ts'

describe('the language of a page', () => {
  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['fr-CA', 'fr'],
    ['ES', 'es'],
    ['nl,es;q=0.3,fr;q=0.7', 'fr'],
    ['de;q=0, fr;q=0.1', 'fr'],
    ['ja', 'en'],
    ['ca-ES,es-419;q=0.8', 'es'],
    [';;q=,de', 'de'],
    [`${'x-'.repeat(2_000)}`, 'en'],
  ])('for %j is %s', (header, language) => {
    expect(negotiateLanguage(header)).toBe(language)
  })

  test.each([
    ['tack_language=de', 'de'],
    ['other=1; tack_language=es; more=2', 'es'],
    ['tack_language=xx', 'fr'],
    ['tack_language=deutsch', 'fr'],
    ['not_tack_language=de', 'fr'],
    [undefined, 'fr'],
  ])('with the cookie %j and French in Accept-Language is %s', (cookie, language) => {
    expect(requestLanguage({ headers: { cookie, 'accept-language': 'fr' } })).toBe(language)
  })
})

describe('a date', () => {
  test.each([
    ['fr', '2026-12-01', '1er décembre 2026', '1er décembre 2026 à 09:05 UTC'],
    ['fr', '2026-12-11', '11 décembre 2026', '11 décembre 2026 à 09:05 UTC'],
    ['es', '2026-12-01', '1 de diciembre de 2026', '1 de diciembre de 2026 a las 9:05 UTC'],
  ] as const)('in %s of %s is %s', (language, day, date, instant) => {
    const at = new Date(`${day}T09:05:00Z`)
    expect([formatDay(language, at), formatInstant(language, at)]).toEqual([date, instant])
  })
})
