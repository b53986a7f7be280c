import { describe, expect, test } from 'vitest'
import { negotiateLanguage } from '../../src/platform/web/language.ts'

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
    [';;q=,de', 'de'],
    [`${'x-'.repeat(2_000)}`, 'en'],
  ])('for %j is %s', (header, language) => {
    expect(negotiateLanguage(header)).toBe(language)
  })
})
