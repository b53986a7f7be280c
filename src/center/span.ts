const hourMs = 3600 * 1000

/** How far the command center looks back, by name. */
const lengthsMs = { '1h': hourMs, '24h': 24 * hourMs, '7d': 168 * hourMs, '30d': 720 * hourMs, '90d': 2160 * hourMs }

export type Preset = keyof typeof lengthsMs
export const presets = Object.keys(lengthsMs) as Preset[]

/** A stretch of time that ends now. */
export interface Span {
  readonly preset: Preset
  readonly from: Date
  readonly to: Date
}

export function spanOf(preset: Preset, now: Date): Span {
  return { preset, from: new Date(now.getTime() - lengthsMs[preset]), to: now }
}
