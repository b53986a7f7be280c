import type { FilterName } from '../../click-query.ts'
import { dimensions } from '../rollups/dimensions.queries.ts'

/**
 * The columns of `click` that are stored together, because few of their combinations occur: a city has one region and one
 * country. Each group has the expression over `click` that is stored for each of its columns.
 */
export const columnGroups = {
  place: { country: 'country', region: 'region', city: 'city' },
  client: { device: 'device', browser: 'browser', os: 'os' },
  // The value of the breakdown, because it depends on the device too.
  referrer: { referrer_host: dimensions.referrer },
  campaign: {
    utm_source: 'utm_source',
    utm_medium: 'utm_medium',
    utm_campaign: 'utm_campaign',
    utm_term: 'utm_term',
    utm_content: 'utm_content',
  },
  arrival: { trigger: 'trigger', rule_id: 'rule_id', variant: 'variant' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

export type ColumnGroup = keyof typeof columnGroups

export const columnGroupNames = Object.keys(columnGroups) as ColumnGroup[]

/** A value for each group. */
export function mapGroups<T>(toValue: (group: ColumnGroup) => T): Record<ColumnGroup, T> {
  return Object.fromEntries(columnGroupNames.map((group) => [group, toValue(group)])) as Record<ColumnGroup, T>
}

/** The group with the columns that a filter compares. */
export const groupsByFilter: Readonly<Record<FilterName, ColumnGroup>> = {
  country: 'place',
  region: 'place',
  city: 'place',
  continent: 'place',
  device: 'client',
  browser: 'client',
  os: 'client',
  referrer: 'referrer',
  utmSource: 'campaign',
  utmMedium: 'campaign',
  utmCampaign: 'campaign',
  utmTerm: 'campaign',
  utmContent: 'campaign',
  trigger: 'arrival',
  rule: 'arrival',
  variant: 'arrival',
}
