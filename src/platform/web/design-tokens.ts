/**
 * The colours of every page, light and dark. Text reaches 4.5:1 against the surface that it stands on, and the edges of
 * controls 3:1 (WCAG 2.2 AA). `scripts/emit-console.ts` writes them into the style sheet of the console.
 */
export const colorTokens = {
  paper: ['#f8f6f2', '#141210'],
  card: ['#ffffff', '#1e1b18'],
  edge: ['#e6e0d7', '#37322c'],
  ink: ['#1d1a17', '#f4efe8'],
  quiet: ['#5f574d', '#b9afa2'],
  field: ['#8f8475', '#877c6e'],
  accent: ['#b53627', '#ff9b87'],
  tint: ['#fbece8', '#3a221d'],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>

/** The declarations of one theme, such as `--paper: #f8f6f2;`. */
export function declareColors(theme: 'light' | 'dark'): string {
  const index = theme === 'light' ? 0 : 1
  return Object.entries(colorTokens)
    .map(([name, values]) => `--${name}: ${values[index]};`)
    .join('\n')
}
