import { describe, expect, it } from 'vitest'
import { newBackdatedId, newId, readIdPeriod } from '../../src/platform/shared/ids.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const made = (offsetMs: number) => newId('tst', new Date(noon + offsetMs))
/** The first ten characters of a ULID tell its millisecond. */
const timeOf = (id: string) => id.slice(4, 14)

describe('an id', () => {
  it('sorts in order of creation, within a millisecond and after a small clock correction', () => {
    const ids = [0, 0, 0, 5, 5, 3, -2_000, 6].map(made)
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('sorts in order of creation among ids of earlier times', () => {
    const day = 86_400_000
    const steps = Array.from({ length: 300 }, (_, n) =>
      [5 * day, -day * (n % 3)].map((offset) => [offset, made(offset)] as const),
    )
    for (const offset of [5 * day, 0, -day, -2 * day]) {
      const ids = steps.flat().flatMap(([of, id]) => (of === offset ? [id] : []))
      expect(ids.toSorted()).toEqual(ids)
      expect(new Set(ids.map(timeOf)).size).toBe(1)
    }
  })

  it('follows a clock that is set back by years', () => {
    const right = timeOf(made(3_600_000))
    made(20 * 365 * 86_400_000)
    const id = made(3_600_000)
    expect(timeOf(id)).toBe(right)
    expect(made(3_600_001) > id).toBe(true)
  })
})

describe('the period of an id', () => {
  const contains = (id: string, ms: number) => {
    const { from, to } = readIdPeriod('tst', id) ?? { from: new Date(Number.NaN), to: new Date(Number.NaN) }
    return from.getTime() <= ms && ms <= to.getTime()
  }

  it('contains its time, also after a small clock correction, and is at most a minute', () => {
    for (const offsetMs of [0, 0, 5, -2_000, -59_000]) expect(contains(made(offsetMs), noon + offsetMs)).toBe(true)
    const id = newBackdatedId('tst', new Date(noon))
    expect([contains(id, noon), contains(id, noon + 1), contains(id, noon - 60_001)]).toEqual([true, false, false])
  })

  it.each([
    '',
    'tst',
    'tst_',
    'tst_1',
    `lnk_${'0'.repeat(26)}`,
    `tst_${'0'.repeat(25)}`,
    `tst_8${'0'.repeat(25)}`,
    `tst_7${'z'.repeat(25)}`,
    `tst_${'0'.repeat(25)}u`,
  ])('does not exist for %s', (id) => {
    expect(readIdPeriod('tst', id)).toBeNull()
  })
})
