/** The time zone of this browser. */
export const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** All time zones, these and the one of this browser first. */
export function listZones(...first: readonly string[]): readonly string[] {
  return [...new Set([browserZone, ...first, ...Intl.supportedValuesOf('timeZone')])].filter(Boolean)
}
