import type { NativeClient } from '../../../platform/database/native-client.ts'
import type { ClickRow } from './click-batch.queries.ts'
import { insertPlainClicks } from './click-insert.queries.ts'

/** Longer than the time in which a visit merges with a resolution. */
const resolutionMemoryMs = 20_000

/** Most links whose last resolution is remembered. The database knows those that are forgotten too early. */
const maxResolvedLinks = 50_000

/**
 * Finds the plain clicks among new ones and inserts them. A click is plain when no click limit decides it and nobody has
 * just resolved its link as JSON. Nearly all clicks are plain. Their statement reads no rows before it writes, at half
 * the cost of `insertClicks` (docs/decisions/click-speed.md).
 */
export class FastClickInserter {
  /** When links were last resolved, as far as this process knows. */
  private readonly resolvedAt = new Map<string, string>()

  constructor(private readonly client: NativeClient) {}

  /** Splits clicks into those that are plain, as far as this process knows, and the others. */
  partition<T extends { readonly click: ClickRow }>(
    group: readonly T[],
  ): { plain: readonly T[]; checked: readonly T[] } {
    this.forgetOldResolutions(group)
    for (const { click } of group) {
      if (click.trigger === 'api' && click.visitor !== null) this.rememberResolution(click.url_id, click.at)
    }
    if (group.every(({ click }) => this.isPlain(click))) return { plain: group, checked: [] }
    const { plain = [], checked = [] } = Object.groupBy(group, ({ click }) =>
      this.isPlain(click) ? 'plain' : 'checked',
    )
    return { plain, checked }
  }

  /** Returns the positions of the clicks that were not inserted: their link is deleted, or was resolved recently. */
  async insert(clicks: readonly ClickRow[]): Promise<Set<number>> {
    const skippedLinkIds = await insertPlainClicks(this.client, clicks)
    if (skippedLinkIds.size === 0) return new Set()
    const positions = [...clicks.keys()].filter((position) => skippedLinkIds.has(clicks[position]?.url_id ?? ''))
    // Another process may have resolved the link, so its next visits are checked.
    for (const position of positions) {
      const { url_id = '', at = '' } = clicks[position] ?? {}
      this.rememberResolution(url_id, at)
    }
    return new Set(positions)
  }

  private isPlain({ limited, trigger, url_id, merges_since }: ClickRow): boolean {
    if (limited || trigger === 'api') return false
    if (merges_since === null) return true
    const resolvedAt = this.resolvedAt.get(url_id)
    return resolvedAt === undefined || resolvedAt <= merges_since
  }

  /** Instants are ISO text of one length, so they compare as text. */
  private rememberResolution(linkId: string, at: string): void {
    const previous = this.resolvedAt.get(linkId)
    if (previous !== undefined && previous >= at) return
    this.resolvedAt.delete(linkId)
    this.resolvedAt.set(linkId, at)
  }

  /** The map is in the order of time, except after the clock was set back. Its size is bounded in that case too. */
  private forgetOldResolutions(group: readonly { readonly click: ClickRow }[]): void {
    const [newest] = group
    if (this.resolvedAt.size === 0 || !newest) return
    const expiredBefore = new Date(Date.parse(newest.click.at) - resolutionMemoryMs).toISOString()
    for (const [linkId, resolvedAt] of this.resolvedAt) {
      if (resolvedAt > expiredBefore && this.resolvedAt.size <= maxResolvedLinks) return
      this.resolvedAt.delete(linkId)
    }
  }
}
