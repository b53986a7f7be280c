import { describe, expect, it } from 'vitest'
import { fitView } from '../../console/ui/charts/map-view.ts'
import { countryPlaces, worldSize } from '../../console/ui/charts/world.ts'

const whole = { x: 0, y: 0, ...worldSize }
const placesOf = (...codes: string[]) => codes.map((code) => countryPlaces.get(code) ?? expect.fail(code))

describe('the part of the map that is shown', () => {
  it('is the whole world without places, and with places all over it', () => {
    expect(fitView([])).toEqual(whole)
    expect(fitView(placesOf('WS', 'DE', 'VU'))).toEqual(whole)
  })

  it('is a continent for clicks from one, even from one country', () => {
    for (const codes of [['DE'], ['DE', 'FR', 'PL'], ['BR', 'AR'], ['KE', 'NG', 'ZA']])
      expect([codes, fitView(placesOf(...codes)).width]).toEqual([codes, expect.toSatisfy((width) => width <= 450)])
  })

  it('has every place with room around it, in the proportions of the world, and no more than the world', () => {
    // The map ends in the south before Antarctica.
    const all = [...countryPlaces.values()].filter(([, y]) => y <= worldSize.height)
    for (const [index, place] of all.entries()) {
      const places = [place, all[(index * 7) % all.length] ?? place]
      const { x, y, width, height } = fitView(places)
      expect(height / width).toBeCloseTo(worldSize.height / worldSize.width)
      for (const [start, end, whole] of [
        [x, x + width, worldSize.width],
        [y, y + height, worldSize.height],
      ] as const) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end).toBeLessThanOrEqual(whole + 0.001)
      }
      for (const [left, top] of places) {
        expect(left).toBeGreaterThanOrEqual(x)
        expect(left).toBeLessThanOrEqual(x + width)
        expect(top).toBeGreaterThanOrEqual(y)
        expect(top).toBeLessThanOrEqual(y + height)
      }
    }
  })
})
