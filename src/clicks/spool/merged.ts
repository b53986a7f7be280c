import type { ClickRow } from '../click.row.ts'

/**
 * Without the visits that belong to a JSON resolution of the same batch. The statement that writes a batch finds
 * resolutions in the table only, and here both may have come in one outage.
 */
export function withoutMerged(clicks: readonly ClickRow[]): ClickRow[] {
  const resolved = new Map<string, string>()
  return clicks.filter(({ url_id, visitor, trigger, at, merges_since }) => {
    const who = `${url_id} ${visitor}`
    if (trigger === 'api') resolved.set(who, at)
    return merges_since === null || visitor === null || !((resolved.get(who) ?? '') > merges_since)
  })
}
