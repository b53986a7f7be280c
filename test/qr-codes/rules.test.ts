import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderSvg } from '../../src/modules/publishing/qr-codes/drawing/qr-drawing.ts'
import { renderPng } from '../../src/modules/publishing/qr-codes/drawing/qr-png.ts'
import { encodeSymbol } from '../../src/modules/publishing/qr-codes/drawing/qr-symbol.ts'
import {
  type Design,
  defaultDesign,
  getErrorCorrectionLevel,
  mergeDesign,
} from '../../src/modules/publishing/qr-codes/qr-design.ts'
import { computeContrast } from '../../src/platform/shared/color-contrast.ts'
import { decoded } from './decode.ts'

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('computeContrast', () => {
  it.each([
    ['#000000', '#ffffff', 21, true],
    ['#ffffff', '#000000', 21, false],
    ['#767676', '#ffffff', 4.54, true],
    ['#959595', '#ffffff', 2.995, true],
    ['#123456', '#123456', 1, false],
  ])('returns for %s on %s the ratio %f', (color, background, ratio, isDarkOnLight) => {
    const contrast = computeContrast(color, background)
    expect(contrast.ratio).toBeCloseTo(ratio, 2)
    expect(contrast.isDarkOnLight).toBe(isDarkOnLight)
  })

  it('is symmetric, and between 1 and 21', () => {
    fc.assert(
      fc.property(anyColor, anyColor, (one, other) => {
        const { ratio } = computeContrast(one, other)
        expect(ratio).toBe(computeContrast(other, one).ratio)
        expect(ratio).toBeGreaterThanOrEqual(1)
        expect(ratio).toBeLessThanOrEqual(21)
      }),
    )
  })
})

describe('mergeDesign', () => {
  it('keeps absent options, changes given ones, and removes null ones', () => {
    const merged = mergeDesign({ size: 300, color: '#111111', margin: 1 }, { size: null, margin: 2, level: 'H' })
    expect(merged).toEqual({ color: '#111111', margin: 2, level: 'H' })
  })

  it('normalizes colours', () => {
    expect(mergeDesign({}, { color: 'AbCdEf'.replace(/[A-F]/gi, '1'), background: '#FFFFFE' })).toEqual({
      color: '#111111',
      background: '#fffffe',
    })
  })

  it.each([
    ['#959595', '#ffffff', /contrast/],
    ['#949494', undefined, /contrast/],
    ['#8a8a8a', undefined, /at least 4:1; it is 3\.45:1/],
    ['#808080', undefined, /contrast/],
    ['#555555', '#9d9d9d', /contrast/],
    ['#ffffff', '#000000', /light on dark/],
    ['#fefefe', undefined, /contrast/],
  ])('rejects %s on %s', (color, background, message) => {
    expect(() => mergeDesign({}, { color, background })).toThrow(message)
  })

  it('rejects a colour that is unreadable with the stored one', () => {
    const stored = mergeDesign({}, { color: '#555555' })
    expect(() => mergeDesign(stored, { background: '#777777' })).toThrow(/contrast/)
    expect(() => mergeDesign(stored, { color: null, background: '#777777' })).not.toThrow()
  })

  it.each([
    ['#7e7e7e', '#ffffff'],
    ['#767676', undefined],
    ['#c00000', '#ffffff'],
    ['#1d4ed8', '#f5f5f4'],
    ['#000000', '#808080'],
  ])('accepts %s on %s', (color, background) => {
    expect(() => mergeDesign({}, { color, background })).not.toThrow()
  })

  it('keeps stored colours with less contrast, until one of them changes', () => {
    const stored = { color: '#949494' }
    expect(mergeDesign(stored, {})).toEqual(stored)
    expect(mergeDesign(stored, { size: 300, color: '949494' })).toEqual({ ...stored, size: 300 })
    expect(() => mergeDesign(stored, { background: '#fffffe' })).toThrow(/contrast/)
    expect(() => mergeDesign(stored, { color: '#959595' })).toThrow(/contrast/)
  })

  it('compares a transparent design with white, whatever its background is', () => {
    expect(() => mergeDesign({}, { isTransparent: true, background: '#000000' })).not.toThrow()
    expect(() => mergeDesign({}, { isTransparent: true, color: '#aaaaaa' })).toThrow(/contrast/)
  })
})

describe('getErrorCorrectionLevel', () => {
  it('returns at least Q with a logo', () => {
    expect(
      ['L', 'M', 'Q', 'H'].map((level) => getErrorCorrectionLevel({ level: level as 'L', logoShare: 9 }, true)),
    ).toEqual(['Q', 'Q', 'Q', 'H'])
    expect(getErrorCorrectionLevel({ level: 'L', logoShare: 20 }, false)).toBe('L')
  })
})

describe('a QR code image', () => {
  it('decodes to its text, for any code and any readable colours', async () => {
    const text = fc.stringMatching(/^[A-Za-z0-9-]{3,64}$/).map((code) => `https://tack.example/${code}?qr=1`)
    const design = fc.record({
      size: fc.integer({ min: 256, max: 700 }),
      margin: fc.integer({ min: 2, max: 10 }),
      level: fc.constantFrom('L', 'M', 'Q', 'H'),
      color: anyColor,
      background: anyColor,
    })
    const readable = design.filter(({ color, background }) => {
      const { ratio, isDarkOnLight } = computeContrast(color, background)
      return ratio >= 3 && isDarkOnLight
    })
    await fc.assert(
      fc.asyncProperty(text, readable, async (text, options) => {
        const design = { ...defaultDesign, ...options } as Design
        const symbol = encodeSymbol(text, design.level, null)
        expect(await decoded(await renderPng(symbol, design, null))).toBe(text)
        expect(await decoded(renderSvg(symbol, design, null))).toBe(text)
      }),
      {
        numRuns: 40,
        // As little contrast as is allowed, between saturated colours.
        examples: [
          [
            'https://tack.example/abc',
            { ...defaultDesign, size: 256, level: 'L', color: '#0e4500', background: '#fb00a1' },
          ],
          [
            'https://tack.example/abc',
            { ...defaultDesign, size: 256, level: 'L', color: '#363540', background: '#ff0000' },
          ],
        ],
      },
    )
  })

  it('has a centred hole for a logo, smaller than a tenth of its area', () => {
    for (let length = 1; length < 200; length += 7) {
      const { side, hole } = encodeSymbol('x'.repeat(length), 'Q', 9)
      expect(hole).not.toBeNull()
      if (!hole) continue
      expect(2 * hole.start + hole.side).toBe(side)
      expect((hole.side / side) ** 2).toBeLessThan(0.1)
    }
  })

  it('is rejected if a module would be smaller than a pixel, and drawn at exactly one', async () => {
    const symbol = encodeSymbol(`https://tack.example/${'x'.repeat(64)}?qr=1`, 'H', null)
    const minSize = symbol.side + 20
    const render = (size: number) => renderPng(symbol, { ...defaultDesign, margin: 10, size }, null)
    await expect(render(minSize - 1)).rejects.toThrow(`size: must be at least ${minSize}`)
    expect(await decoded(await render(minSize))).toContain('tack.example')
  })
})
