import { readFileSync } from 'node:fs'
import { i18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { weekdayOrder } from '../../console/features/statistics/times.ts'
import {
  describeChange,
  describeDifference,
  formatDay,
  formatInstant,
  formatNumber,
} from '../../console/texts/formats.ts'

beforeAll(() => {
  const texts: Record<string, string> = JSON.parse(readFileSync('texts/en.json', 'utf8'))
  const messages = Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, compileMessageOrThrow(text)]))
  i18n.loadAndActivate({ locale: 'en', messages })
})
afterEach(() => vi.restoreAllMocks())

const as = (...tags: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags)

describe('numbers and times in the console', () => {
  it.each([
    [['en-GB', 'en'], '28 Nov 2026, 14:05', 0],
    [['en-US', 'en'], 'Nov 28, 2026, 2:05 PM', 6],
    [['de-AT', 'en-GB'], '28 Nov 2026, 14:05', 0],
    [['de-AT'], 'Nov 28, 2026, 2:05 PM', 6],
  ])('are as the browser with %s writes English', (tags, instant, firstDay) => {
    as(...tags)
    // Some versions of the data have a narrow space before PM.
    expect(formatInstant('2026-11-28T14:05:00Z', 'UTC').replace('\u202f', ' ')).toBe(instant)
    expect(weekdayOrder()[0]).toBe(firstDay)
    expect(weekdayOrder().toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(formatNumber(1204)).toBe('1,204')
  })

  it('are as French writes the first day of a month', () => {
    as('fr-FR')
    i18n.loadAndActivate({ locale: 'fr', messages: {} })
    const days = ['2026-12-01', '2026-12-11', '2026-12-21'].map((day) => formatDay(`${day}T10:00:00Z`, 'UTC'))
    i18n.activate('en')
    expect(days).toEqual(['1er déc. 2026', '11 déc. 2026', '21 déc. 2026'])
  })

  it('say a change with a sign and a word', () => {
    as('en-GB')
    expect([299, -12, 0].map(describeDifference)).toEqual(['+299 clicks', '-12 clicks', 'as before'])
    expect([118, 82, 100].map((now) => describeChange(now, 100)?.text)).toEqual([
      '↑ 18% more',
      '↓ 18% less',
      'as before',
    ])
    expect([1099, 1100, 930_761].map((now) => describeChange(now, 100)?.text)).toEqual([
      '↑ 999% more',
      '↑ 10× more',
      '↑ 9.3k× more'.replace(
        '9.3k',
        new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 }).format(9307),
      ),
    ])
  })
})
