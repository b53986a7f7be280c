import { Field, ObjectType } from 'type-graphql'
import { InheritsAccess } from '../../../platform/auth/authorization.ts'
import { createEnumType } from '../../../platform/shared/enum-type.ts'
import { dayMs, hourMs } from '../../../platform/shared/time.ts'

/** Lengths of the time ranges, by preset. */
const rangeDurationsMs = {
  '1h': hourMs,
  '24h': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  '90d': 90 * dayMs,
}

export type RangePreset = keyof typeof rangeDurationsMs
export const rangePresets = Object.keys(rangeDurationsMs) as RangePreset[]
export const RangePreset = createEnumType<RangePreset>('RangePreset', 'Length of a time range that ends now.', {
  '1h': 'One hour.',
  '24h': '24 hours.',
  '7d': '7 days.',
  '30d': '30 days.',
  '90d': '90 days.',
})

@InheritsAccess()
@ObjectType({ description: 'The time range of the command center.' })
export class CommandCenterPeriod {
  @Field(() => Date, { description: 'Start of the range, inclusive.' })
  from!: Date

  @Field(() => Date, { description: 'End of the range: the time of the request.' })
  to!: Date

  @Field(() => RangePreset, { description: 'Length of the range.' })
  preset!: RangePreset
}

/** The time range of a preset, which ends now. */
export function createPresetTimeRange(preset: RangePreset, now: Date): CommandCenterPeriod {
  return { preset, from: new Date(now.getTime() - rangeDurationsMs[preset]), to: now }
}
