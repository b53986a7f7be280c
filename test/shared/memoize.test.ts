import { describe, expect, it } from 'vitest'
import { memoize } from '../../src/platform/shared/memoize.ts'

/** Records each text that is computed. */
function counting(max: number) {
  const computed: string[] = []
  const length = memoize(max, (text) => {
    computed.push(text)
    return text.length
  })
  return { computed, length }
}

describe('memoize', () => {
  it('computes each text once', () => {
    const { computed, length } = counting(2)
    expect([length('one'), length('one'), length('three')]).toEqual([3, 3, 5])
    expect(computed).toEqual(['one', 'three'])
  })

  it('keeps a text that is used often', () => {
    const { computed, length } = counting(10)
    for (let n = 0; n < 1_000; n++) {
      length('often')
      length(`once ${n}`)
    }
    expect(computed.filter((text) => text === 'often')).toHaveLength(1)
  })

  it('drops a text after as many others, so that memory stays bounded', () => {
    const { computed, length } = counting(10)
    length('once')
    for (let n = 0; n < 10; n++) length(`other ${n}`)
    length('once')
    expect(computed.filter((text) => text === 'once')).toHaveLength(2)
  })

  it('does not cache texts of more than 512 characters', () => {
    const { computed, length } = counting(10)
    for (const text of ['x'.repeat(512), 'x'.repeat(513)]) length(text) + length(text)
    expect(computed.map((text) => text.length)).toEqual([512, 513, 513])
  })
})
