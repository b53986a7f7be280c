import { describe, expect, it } from 'vitest'
import { memoize } from '../../src/platform/shared/memoize.ts'

/** Counts how often it was asked for each text. */
function counting(most: number) {
  const asked: string[] = []
  const length = memoize(most, (text) => {
    asked.push(text)
    return text.length
  })
  return { asked, length }
}

describe('what is remembered', () => {
  it('is not asked for again', () => {
    const { asked, length } = counting(2)
    expect([length('one'), length('one'), length('three')]).toEqual([3, 3, 5])
    expect(asked).toEqual(['one', 'three'])
  })

  it('stays for as long as it is asked for, whatever comes between', () => {
    const { asked, length } = counting(10)
    for (let n = 0; n < 1_000; n++) {
      length('often')
      length(`once ${n}`)
    }
    expect(asked.filter((text) => text === 'often')).toHaveLength(1)
  })

  it('is forgotten when as many others came, so that memory stays bounded', () => {
    const { asked, length } = counting(10)
    length('once')
    for (let n = 0; n < 10; n++) length(`other ${n}`)
    length('once')
    expect(asked.filter((text) => text === 'once')).toHaveLength(2)
  })

  it('is no text of more than 512 characters', () => {
    const { asked, length } = counting(10)
    for (const text of ['x'.repeat(512), 'x'.repeat(513)]) length(text) + length(text)
    expect(asked.map((text) => text.length)).toEqual([512, 513, 513])
  })
})
