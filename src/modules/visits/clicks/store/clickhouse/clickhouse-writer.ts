import type { EntityManager, Orm } from '../../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../../platform/database/statements.ts'
import type { Clock } from '../../../../../platform/shared/time.ts'
import type { ClickRow } from '../../tracking/click-row.ts'
import type { AppendOptions, LeftOutClick } from '../click-store.ts'
import { type BatchPlace, countBatch, findBatchLinks, recordBatch, reopenDeletions } from './click-batch.queries.ts'
import { type ClickHouseRow, insertedColumns, toInsertedValues } from './clickhouse.schema.ts'
import type { ClickHouse } from './clickhouse.ts'

export interface ClickHouseWriterOptions {
  readonly clickHouse: ClickHouse
  readonly orm: Orm
  readonly clock: Clock
  /** Runs in the transaction that counts a batch, so once for each batch. */
  readonly publish: (em: EntityManager, clicks: readonly BatchClick[]) => Promise<void>
}

/** A click of a batch, and whether its link has a click limit. */
export interface BatchClick extends ClickHouseRow {
  readonly is_limited: boolean
}

/** Writes batches of clicks, each once however often and by whomever it is sent. */
export class ClickHouseWriter {
  private batchCount = 0
  private repeatedCount = 0

  constructor(private readonly options: ClickHouseWriterOptions) {}

  /** Batches that were counted. */
  get batches(): number {
    return this.batchCount
  }

  /** Batches that had been counted before. */
  get repeated(): number {
    return this.repeatedCount
  }

  /**
   * Inserts the clicks into ClickHouse, which remembers the token, then counts them in one transaction of PostgreSQL, which
   * remembers it too. When this ends in between, the same call does the rest. The clicks of a token never change: they are
   * sealed in the journal. Clicks of deleted links are dropped,
   * and none is left out.
   */
  async append(clicks: readonly ClickRow[], { token }: Pick<AppendOptions, 'token'>): Promise<readonly LeftOutClick[]> {
    const { clickHouse, orm } = this.options
    const place = parseToken(token)
    const linkIds = [...new Set(clicks.map(({ url_id }) => url_id))]
    const { links, isCounted } = await findBatchLinks(this.em(), place, linkIds)
    if (isCounted) {
      this.repeatedCount++
      return []
    }
    const rows = clicks.flatMap((click): BatchClick[] => {
      const link = links.get(click.url_id)
      if (!link || link.isDeleted) return []
      return [{ ...click, workspace_id: link.workspaceId, is_view: link.isView, is_limited: link.isLimited }]
    })
    if (rows.length > 0) await clickHouse.insert('click', insertedColumns, rows.map(toInsertedValues), token)
    const isNew = await orm.em
      .fork(withoutQueryLog())
      .transactional((em) => this.count(em, place, rows), withoutQueryLog())
    if (isNew) this.batchCount++
    else this.repeatedCount++
    return []
  }

  private async count(em: EntityManager, place: BatchPlace, rows: readonly BatchClick[]): Promise<boolean> {
    if (!(await recordBatch(em, place, this.options.clock.now()))) return false
    const people = rows.filter(({ bot, is_counted }) => !bot && !is_counted)
    const byLink = Map.groupBy(people, ({ url_id }) => url_id)
    await countBatch(em, new Map([...byLink].map(([id, { length }]) => [id, length])))
    // Links that were deleted since the rows were built.
    await reopenDeletions(em, [...new Set(rows.map(({ url_id }) => url_id))])
    await this.options.publish(em, rows)
    return true
  }

  private em(): EntityManager {
    return this.options.orm.em.fork(withoutQueryLog())
  }
}

/** The file and the place of a batch: `folder/file:start`. */
function parseToken(token: string): BatchPlace {
  const [, segment, start] = /^(.+):(\d{1,15})$/.exec(token) ?? []
  if (segment === undefined) throw new Error(`${token} names no batch.`)
  return { segment, start: Number(start) }
}
