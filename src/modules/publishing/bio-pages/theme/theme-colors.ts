import { computeContrast, parseColorChannels } from '../../../../platform/shared/color-contrast.ts'
import type { ButtonStyle, Theme } from './theme.types.ts'
import { presets } from './theme-presets.ts'

/** Contrast of text (WCAG 2.2 AA). */
export const minTextContrast = 4.5

/** From this contrast on, people see the edge of a filled link without a frame of another colour (WCAG 2.2 AA). */
const minEdgeContrast = 3

export type Scheme = 'light' | 'dark'

/** All colours of a page on light or on dark devices. */
export interface PageColors {
  readonly background: readonly [top: string, bottom: string]
  readonly text: string
  /** The text colour of the description and of small texts. */
  readonly quiet: string
  /** The surface, the text and the frame of a link. */
  readonly button: { readonly surface: string; readonly text: string; readonly edge: string }
}

/** The colours of a page. All texts reach 4.5:1, except on an accent colour that `findContrastProblem` refuses. */
export function computePageColors(theme: Theme, scheme: Scheme): PageColors {
  const preset = presets[theme.preset][scheme]
  const { backgroundColor } = theme
  const background = backgroundColor ? ([backgroundColor, backgroundColor] as const) : preset.background
  const text = backgroundColor ? chooseInk(background) : preset.text
  const quiet = reachContrast(mixColors(text, background[1], 0.3), background)
  return { background, text, quiet, button: computeButton(theme, background, text, preset.accent, scheme) }
}

/**
 * The least contrast that the texts of links have, when it is too low, and an accent colour with enough contrast, if
 * there is one.
 */
export interface ContrastProblem {
  readonly ratio: number
  readonly suggestion: string | null
}

/**
 * Whether texts in the accent colour that the owner chose cannot be read on the page. Texts of filled links can always
 * be read, because they are black or white. On dark devices the colour is made lighter as needed, unless the owner
 * chose the background too.
 */
export function findContrastProblem(theme: Theme): ContrastProblem | null {
  const { accentColor, buttonStyle, backgroundColor, preset } = theme
  if (accentColor === null || isFilled(buttonStyle)) return null
  const background = backgroundColor ? ([backgroundColor, backgroundColor] as const) : presets[preset].light.background
  const measure = (accent: string) => leastContrast(accent, listSurfaces(buttonStyle, accent, background))
  const ratio = measure(accentColor)
  if (ratio >= minTextContrast) return null
  return { ratio, suggestion: findSimilar(accentColor, (color) => measure(color) >= minTextContrast) }
}

/** The least contrast of the texts of links on light and on dark devices, rounded down to 2 digits. */
export function measureLinkContrast(theme: Theme): number {
  const ratios = (['light', 'dark'] as const).map((scheme) => {
    const { background, button } = computePageColors(theme, scheme)
    return leastContrast(button.text, button.surface === 'transparent' ? background : [button.surface])
  })
  return Math.floor(Math.min(...ratios) * 100) / 100
}

function computeButton(
  { accentColor, backgroundColor, buttonStyle }: Theme,
  background: readonly string[],
  pageText: string,
  presetAccent: string,
  scheme: Scheme,
): PageColors['button'] {
  const accent = accentColor ?? presetAccent
  if (isFilled(buttonStyle)) {
    const isSeen = leastContrast(accent, background) >= minEdgeContrast
    const edge = isSeen ? accent : reachContrast(mixColors(accent, pageText, 0.5), background, minEdgeContrast)
    return { surface: accent, text: chooseInk([accent]), edge }
  }
  // The accent that the owner chose for this background is used as it is: `findContrastProblem` has checked it.
  const isChecked = accentColor !== null && (backgroundColor !== null || scheme === 'light')
  const surfaces = listSurfaces(buttonStyle, accent, background)
  const text = isChecked ? accent : reachContrast(accent, surfaces)
  if (buttonStyle === 'outline') return { surface: 'transparent', text, edge: text }
  const surface = surfaces[0] ?? accent
  return { surface, text, edge: surface }
}

function isFilled(style: ButtonStyle): boolean {
  return style === 'filled' || style === 'pill'
}

/** The background of the text of a link: the page, or a tint of it. */
function listSurfaces(style: ButtonStyle, accent: string, background: readonly string[]): readonly string[] {
  return style === 'soft' ? [mixColors(background[0] ?? accent, accent, 0.14)] : background
}

/** Near black or white, whichever can be read better; black where only black can be read. */
function chooseInk(surfaces: readonly string[]): string {
  const inks = ['#17171a', '#ffffff', '#000000']
  const best = inks.toSorted((a, b) => leastContrast(b, surfaces) - leastContrast(a, surfaces))[0] ?? '#000000'
  return leastContrast('#17171a', surfaces) >= minTextContrast && best === '#000000' ? '#17171a' : best
}

/** The colour, made darker or lighter only as much as the contrast needs. */
function reachContrast(color: string, surfaces: readonly string[], target = minTextContrast): string {
  return findSimilar(color, (candidate) => leastContrast(candidate, surfaces) >= target) ?? chooseInk(surfaces)
}

/** The first colour that suits, among darker and lighter ones in small steps; null if not even black or white does. */
function findSimilar(color: string, suits: (candidate: string) => boolean): string | null {
  const steps = 25
  for (let step = 0; step <= steps; step++)
    for (const end of ['#000000', '#ffffff']) {
      const candidate = mixColors(color, end, step / steps)
      if (suits(candidate)) return candidate
    }
  return null
}

function leastContrast(color: string, surfaces: readonly string[]): number {
  return Math.min(...surfaces.map((surface) => computeContrast(color, surface).ratio))
}

/** A mix of two colours. `share` is the share of the second colour. */
function mixColors(color: string, other: string, share: number): string {
  const otherChannels = parseColorChannels(other)
  const channels = parseColorChannels(color).map((channel, index) =>
    Math.round(channel + ((otherChannels[index] ?? 0) - channel) * share),
  )
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
