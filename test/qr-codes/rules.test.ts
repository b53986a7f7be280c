import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  computeContrast,
  defaultDesign,
  getErrorCorrectionLevel,
  mergeDesign,
} from '../../src/modules/qr-codes/qr-design.ts'
import { encodeSymbol, renderPng, renderSvg } from '../../src/modules/qr-codes/qr-drawing.ts'
import { decoded } from './decode.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('the contrast of two colours', () => {
  it.each([
    ['#000000', '#ffffff', 21, true],
    ['#ffffff', '#000000', 21, false],
    ['#767676', '#ffffff', 4.54, true],
    ['#959595', '#ffffff', 2.995, true],
    ['#123456', '#123456', 1, false],
  ])('of %s on %s is %f', (ink, paper, ratio, isDarkOnLight) => {
    const found = computeContrast(ink, paper)
    expect(found.ratio).toBeCloseTo(ratio, 2)
    expect(found.isDarkOnLight).toBe(isDarkOnLight)
  })

  it('is the same both ways, and between 1 and 21', () => {
    fc.assert(
      fc.property(colour, colour, (one, other) => {
        const { ratio } = computeContrast(one, other)
        expect(ratio).toBe(computeContrast(other, one).ratio)
        expect(ratio).toBeGreaterThanOrEqual(1)
        expect(ratio).toBeLessThanOrEqual(21)
      }),
    )
  })
})

describe('what is chosen of a design', () => {
  it('keeps what is not named, takes what is, and forgets what is null', () => {
    const chosen = mergeDesign({ size: 300, color: '#111111', margin: 1 }, { size: null, margin: 2, level: 'H' })
    expect(chosen).toEqual({ color: '#111111', margin: 2, level: 'H' })
  })

  it('spells colours in one way', () => {
    expect(mergeDesign({}, { color: 'AbCdEf'.replace(/[A-F]/gi, '1'), background: '#FFFFFE' })).toEqual({
      color: '#111111',
      background: '#fffffe',
    })
  })

  it.each([
    ['#959595', '#ffffff', /contrast/],
    ['#ffffff', '#000000', /light on dark/],
    ['#fefefe', undefined, /contrast/],
  ])('refuses %s on %s', (color, background, message) => {
    expect(() => mergeDesign({}, { color, background })).toThrow(message)
  })

  it('refuses a colour that the one kept beside it makes unreadable', () => {
    const kept = mergeDesign({}, { color: '#555555' })
    expect(() => mergeDesign(kept, { background: '#777777' })).toThrow(/contrast/)
    expect(() => mergeDesign(kept, { color: null, background: '#777777' })).not.toThrow()
  })

  it('measures a transparent one against white, whatever its background is', () => {
    expect(() => mergeDesign({}, { isTransparent: true, background: '#000000' })).not.toThrow()
    expect(() => mergeDesign({}, { isTransparent: true, color: '#aaaaaa' })).toThrow(/contrast/)
  })

  it('has with a logo no level that cannot make up for it', () => {
    expect(['L', 'M', 'Q', 'H'].map((level) => getErrorCorrectionLevel({ level: level as 'L' }, true))).toEqual([
      'Q',
      'Q',
      'Q',
      'H',
    ])
    expect(getErrorCorrectionLevel({ level: 'L' }, false)).toBe('L')
  })
})

describe('a picture', () => {
  it('reads as the text it was made of, whatever the text and the readable colours', async () => {
    const text = fc.stringMatching(/^[A-Za-z0-9-]{3,64}$/).map((code) => `https://tack.example/${code}?qr=1`)
    const design = fc.record({
      size: fc.integer({ min: 256, max: 700 }),
      margin: fc.integer({ min: 2, max: 10 }),
      level: fc.constantFrom('L', 'M', 'Q', 'H'),
      color: colour,
      background: colour,
    })
    const readable = design.filter(({ color, background }) => {
      const { ratio, isDarkOnLight } = computeContrast(color, background)
      return ratio >= 3 && isDarkOnLight
    })
    await fc.assert(
      fc.asyncProperty(text, readable, async (text, wish) => {
        const chosen = { ...defaultDesign, ...wish, level: wish.level as 'L' }
        const symbol = encodeSymbol(text, chosen.level, false)
        expect(await decoded(await renderPng(symbol, chosen, null))).toBe(text)
        expect(await decoded(renderSvg(symbol, chosen, null))).toBe(text)
      }),
      { numRuns: 40 },
    )
  })

  it('has a hole for a logo in its very middle, of less than a tenth of its area', () => {
    for (let length = 1; length < 200; length += 7) {
      const { side, hole } = encodeSymbol('x'.repeat(length), 'Q', true)
      expect(hole).not.toBeNull()
      if (!hole) continue
      expect(2 * hole.start + hole.side).toBe(side)
      expect((hole.side / side) ** 2).toBeLessThan(0.1)
    }
  })

  it('is refused where a module would be less than a pixel, and drawn at exactly one', async () => {
    const symbol = encodeSymbol(`https://tack.example/${'x'.repeat(64)}?qr=1`, 'H', false)
    const least = symbol.side + 20
    const at = (size: number) => renderPng(symbol, { ...defaultDesign, margin: 10, size }, null)
    await expect(at(least - 1)).rejects.toThrow(`size: must be at least ${least}`)
    expect(await decoded(await at(least))).toContain('tack.example')
  })
})
