import type { EntityManager } from '../../../../platform/database/database.ts'
import { createPace } from '../../../../platform/shared/event-loop/pace.ts'
import { defineIssue } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import type { Clock } from '../../../../platform/shared/time.ts'
import { findClickedLinks, type RowResult, toRowFailure } from '../../../publishing/links/index.ts'
import { findRetentionBound } from '../deletion/click-deletion.queries.ts'
import type { ClickStore } from '../store/click-store.ts'
import { type PastClick, type PastClickRow, toPastClickRow } from './past-click-rows.ts'

/** The links to which clicks are added, and how. */
export interface PastClickOptions {
  readonly workspaceId: string
  readonly importId: string
  /** The link of clicks without an address of their own; null when the import names none. */
  readonly linkId: string | null
  readonly isDryRun: boolean
}

/** A click whose link is known. */
interface PlacedClick {
  readonly click: PastClick
  readonly row: PastClickRow
}

/**
 * Adds clicks that another service has recorded to the links of a workspace. They count as clicks, once however often they are
 * imported, and use up no click limit.
 */
export class PastClickImporter {
  constructor(
    private readonly clock: Clock,
    private readonly store: Pick<ClickStore, 'appendPast'>,
  ) {}

  /**
   * Writes a slice in the transaction of `em`. When a click cannot be added, its result says so, and no error is
   * thrown.
   */
  async importSlice(
    em: EntityManager,
    { workspaceId, importId, linkId, isDryRun }: PastClickOptions,
    clicks: readonly PastClick[],
  ): Promise<RowResult[]> {
    const bound = await findRetentionBound(em, workspaceId)
    const findLink = await findClickedLinks(em, workspaceId, linkId, clicks)
    const results = new Map<number, RowResult>()
    const placed: PlacedClick[] = []
    const pace = createPace()
    for (const click of clicks) {
      try {
        this.assertTime(click, bound)
        const link = findLink(click)
        if (!link)
          throw InvalidParams.forField('shortUrl', linklessClick({ reason: describeMissingLink(click, linkId) }))
        placed.push({ click, row: toPastClickRow(click, link) })
      } catch (error) {
        results.set(click.row, toRowFailure(click.row, error))
      }
      await pace()
    }
    const rows = placed.map(({ row }) => row)
    const added = await this.store.appendPast(em, rows, { importId, isDryRun })
    for (const { click, row } of placed)
      results.set(click.row, { row: click.row, status: added.has(row.id) ? 'created' : 'skipped' })
    return clicks.flatMap(({ row }) => results.get(row) ?? [])
  }

  private assertTime({ at }: PastClick, bound: Date | null): void {
    if (at > this.clock.now()) throw InvalidParams.forField('date', laterThanNow())
    if (bound && at < bound) throw InvalidParams.forField('date', olderThanKept({ bound: bound.toISOString() }))
  }
}

const linklessClick = defineIssue('LINKLESS_CLICK', '{reason}')
const laterThanNow = defineIssue('LATER_THAN_NOW', 'must not be in the future')
const olderThanKept = defineIssue('OLDER_THAN_KEPT', 'must not be before {bound}: older single clicks are not kept')

function describeMissingLink({ code }: PastClick, linkId: string | null): string {
  if (code !== null) return 'belongs to no link of the workspace. Import the links first'
  return linkId === null
    ? 'is missing. Name the link of the clicks as urlId of the import'
    : 'belongs to a deleted link'
}
