import type { EntityManager } from '../../platform/database/database.ts'
import type { LimitStatus } from '../../platform/rate-limiting/rate-limit.ts'
import { hourMs } from '../../platform/shared/durations.ts'

/** How far the command center looks back, by name. */
const rangeDurationsMs = {
  '1h': hourMs,
  '24h': 24 * hourMs,
  '7d': 168 * hourMs,
  '30d': 720 * hourMs,
  '90d': 2160 * hourMs,
}

export type RangePreset = keyof typeof rangeDurationsMs
export const rangePresets = Object.keys(rangeDurationsMs) as RangePreset[]

/** A stretch of time that ends now. */
export interface PresetTimeRange {
  readonly preset: RangePreset
  readonly from: Date
  readonly to: Date
}

export function createPresetTimeRange(preset: RangePreset, now: Date): PresetTimeRange {
  return { preset, from: new Date(now.getTime() - rangeDurationsMs[preset]), to: now }
}

/** What the command center is compiled from: one snapshot, of one account, over one stretch of time. */
export interface AccountSnapshot {
  readonly em: EntityManager
  readonly ownerId: string
  /** Whether the caller decides about links of others. */
  readonly isAdmin: boolean
  readonly span: PresetTimeRange
  /** How the account stands with its requests in this hour; undefined while nothing is refused. */
  readonly requests: LimitStatus | undefined
}

/** Items in a list. */
export const maxListItems = 100

/** Some of what there is, and how much there is. */
export interface CountedList<T> {
  readonly items: readonly T[]
  readonly total: number
}
