import { describe, expect, it } from 'vitest'
import { checkReadability, plainDesign } from '../../../console/features/qr/qr-design.ts'
import { readColor } from '../../../console/ui/colors.ts'

describe('checkReadability', () => {
  const cases: [name: string, changes: Partial<typeof plainDesign>, verdict: string, reason?: string][] = [
    ['black on white', {}, 'good'],
    ['brick on cream', { color: '#b53627', background: '#fbece8' }, 'good'],
    ['a grey of 3.95 to 1', { color: '#808080' }, 'unreadable', 'contrast'],
    ['a grey of more than 4 to 1', { color: '#7c7c7c' }, 'good'],
    ['light on dark', { color: '#ffffff', background: '#000000' }, 'unreadable', 'inverted'],
    ['no colour', { color: '#b536' }, 'unreadable', 'noColor'],
    ['transparent', { isTransparent: true }, 'onLight', 'transparent'],
    [
      'transparent with a background that is not drawn',
      { isTransparent: true, background: '#000000' },
      'onLight',
      'transparent',
    ],
    ['transparent and pale', { isTransparent: true, color: '#cccccc' }, 'unreadable', 'contrast'],
    ['little room around it', { margin: 3 }, 'onLight', 'margin'],
  ]
  it.each(cases)('%s', (_name, changes, verdict, reason) => {
    const readability = checkReadability({ ...plainDesign, ...changes })
    expect(readability).toMatchObject({ verdict, ...(reason && { reason }) })
  })

  it('names the contrast of black and white', () => {
    expect(checkReadability(plainDesign).ratio).toBeCloseTo(21)
  })
})

describe('a colour', () => {
  it.each([
    ['b53627', '#b53627'],
    [' #B53627 ', '#b53627'],
    ['#b52', '#bb5522'],
    ['#b536', '#b536'],
  ])('reads %j as %j', (text, color) => {
    expect(readColor(text)).toBe(color)
  })
})
