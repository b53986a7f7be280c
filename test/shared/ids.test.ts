import { describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/shared/ids.ts'

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

  it('follows a clock that is set back by years', () => {
    const right = timeOf(made(3_600_000))
    made(20 * 365 * 86_400_000)
    const id = made(3_600_000)
    expect(timeOf(id)).toBe(right)
    expect(made(3_600_001) > id).toBe(true)
  })
})
