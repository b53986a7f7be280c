import type { ThemeFont, ThemePreset } from './theme.types.ts'

/** The colours of a preset on light or dark devices. The background runs from the first to the second colour. */
export interface PresetColors {
  readonly background: readonly [top: string, bottom: string]
  readonly text: string
  readonly accent: string
}

export interface Preset {
  readonly light: PresetColors
  readonly dark: PresetColors
}

export const presets: Readonly<Record<ThemePreset, Preset>> = {
  paper: {
    light: { background: ['#f8f4ec', '#f1eadf'], text: '#24201b', accent: '#b8392a' },
    dark: { background: ['#1c1917', '#141210'], text: '#f3eee6', accent: '#ff9580' },
  },
  ocean: {
    light: { background: ['#e6f4fb', '#c9e4f4'], text: '#0b2b3d', accent: '#0a5c86' },
    dark: { background: ['#0a2233', '#061520'], text: '#e3f3fc', accent: '#6cc7f2' },
  },
  forest: {
    light: { background: ['#eff5ea', '#dbe8d2'], text: '#1b2a1d', accent: '#2c6239' },
    dark: { background: ['#16241a', '#0d1610'], text: '#e8f2e6', accent: '#8fd19e' },
  },
  sunset: {
    light: { background: ['#fff0e0', '#ffd6d3'], text: '#3a1a1d', accent: '#a52f3f' },
    dark: { background: ['#33171c', '#1c0c12'], text: '#ffeae3', accent: '#ffa184' },
  },
  berry: {
    light: { background: ['#faeffb', '#ecdcf7'], text: '#2c1638', accent: '#7a2a8c' },
    dark: { background: ['#26142f', '#160b1c'], text: '#f7eafb', accent: '#e39cf2' },
  },
  mono: {
    light: { background: ['#ffffff', '#ffffff'], text: '#111111', accent: '#111111' },
    dark: { background: ['#0d0d0d', '#0d0d0d'], text: '#f5f5f5', accent: '#f5f5f5' },
  },
  midnight: {
    light: { background: ['#1b2140', '#0f1226'], text: '#eef0ff', accent: '#a5b4ff' },
    dark: { background: ['#12162c', '#080a16'], text: '#e6e9ff', accent: '#98a8ff' },
  },
}

/** Typefaces of the usual systems, so that nothing is loaded. */
export const fontStacks: Readonly<Record<ThemeFont, string>> = {
  sans: `system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif`,
  serif: `ui-serif, Georgia, Cambria, 'Times New Roman', serif`,
  rounded: `ui-rounded, 'SF Pro Rounded', 'Hiragino Maru Gothic ProN', Quicksand, Nunito, Comfortaa, sans-serif`,
  slab: `Rockwell, 'Rockwell Nova', 'Roboto Slab', 'DejaVu Serif', 'Sitka Small', serif`,
  mono: `ui-monospace, 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace`,
}
