import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ButtonStyle,
  defaultTheme,
  type Theme,
  ThemePreset,
} from '../../src/modules/publishing/bio-pages/theme/theme.types.ts'
import { computePageColors, findContrastProblem } from '../../src/modules/publishing/bio-pages/theme/theme-colors.ts'
import { presets } from '../../src/modules/publishing/bio-pages/theme/theme-presets.ts'
import { computeContrast } from '../../src/platform/shared/color-contrast.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const theme = fc.record<Theme>({
  preset: fc.constantFrom(...Object.values(ThemePreset)),
  buttonStyle: fc.constantFrom(...Object.values(ButtonStyle)),
  accentColor: fc.option(color),
  backgroundColor: fc.option(color),
  font: fc.constant('sans'),
})

/** The least contrast of the texts of a page. */
function leastContrast(options: Theme, scheme: 'light' | 'dark'): number {
  const { background, text, quiet, button } = computePageColors(options, scheme)
  const surfaces = button.surface === 'transparent' ? background : [button.surface]
  return Math.min(
    ...background.flatMap((surface) => [text, quiet].map((ink) => computeContrast(ink, surface).ratio)),
    ...surfaces.map((surface) => computeContrast(button.text, surface).ratio),
  )
}

describe('the colours of a theme', () => {
  it.each(Object.keys(presets) as ThemePreset[])('of %s can be read in each style, light and dark', (preset) => {
    for (const buttonStyle of Object.values(ButtonStyle))
      for (const scheme of ['light', 'dark'] as const)
        expect(leastContrast({ ...defaultTheme, preset, buttonStyle }, scheme)).toBeGreaterThanOrEqual(4.5)
  })

  it('can be read whatever the owner chooses, unless it is refused, and then with the suggested accent', () => {
    fc.assert(
      fc.property(theme, (options) => {
        const problem = findContrastProblem(options)
        const remedy = problem?.suggestion ? { accentColor: problem.suggestion } : { buttonStyle: 'pill' as const }
        const used = problem ? { ...options, ...remedy } : options
        expect(findContrastProblem(used)).toBeNull()
        for (const scheme of ['light', 'dark'] as const) expect(leastContrast(used, scheme)).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 500 },
    )
  })

  it('keep the accent colour that the owner chose, where it was checked', () => {
    const blue = { ...defaultTheme, buttonStyle: 'outline', accentColor: '#1d4ed8' } as const
    expect(computePageColors(blue, 'light').button.text).toBe('#1d4ed8')
    expect(computePageColors({ ...blue, backgroundColor: '#fde047' }, 'dark').button.text).toBe('#1d4ed8')
    expect(computePageColors(blue, 'dark').button.text).not.toBe('#1d4ed8')
  })
})
