import type { EntityManager, Orm } from '../../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../../platform/database/statements.ts'
import { type Clock, hourMs } from '../../../../../platform/shared/time.ts'
import { updateClickTotals } from '../../../../publishing/links/index.ts'
import type { ClickRow } from '../../tracking/click-row.ts'
import type { AppendOptions, LeftOutClick } from '../click-store.ts'
import { ClicksPaused, type Engine, holdStore, readEngine } from '../moving/engine.queries.ts'
import { insertFoldedClicks } from '../postgres/writing/folded-clicks.queries.ts'
import {
  type BatchPlace,
  countBatch,
  findBatchLinks,
  findCountedIds,
  recordBatch,
  reopenDeletions,
} from './click-batch.queries.ts'
import { type ClickHouseRow, insertedColumns, toInsertedValues } from './clickhouse.schema.ts'
import type { ClickHouse } from './clickhouse.ts'

export interface SealedBatchWriterOptions {
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

/**
 * Writes sealed batches of clicks, each once however often and by whomever it is sent, into the store that has the clicks. That may
 * change between two calls for the same batch.
 */
export class SealedBatchWriter {
  private batchCount = 0
  private repeatedCount = 0

  constructor(private readonly options: SealedBatchWriterOptions) {}

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
   * sealed in the journal. While PostgreSQL has the clicks, that transaction inserts them too. Clicks of deleted links are dropped.
   * PostgreSQL leaves out clicks of links that it does not know.
   */
  async append(clicks: readonly ClickRow[], { token }: Pick<AppendOptions, 'token'>): Promise<readonly LeftOutClick[]> {
    const { clickHouse, orm } = this.options
    const place = parseToken(token)
    const linkIds = [...new Set(clicks.map(({ url_id }) => url_id))]
    const engine = await readEngine(this.em())
    if (engine.isPaused) throw new ClicksPaused()
    const { links, isCounted } = await findBatchLinks(this.em(), place, linkIds)
    const isInPostgres = engine.store === 'postgresql'
    const isUnknown = ({ url_id }: ClickRow) => isInPostgres && links.get(url_id)?.isUnknown === true
    const leftOut = clicks.flatMap((click, position) => (isUnknown(click) ? [{ position, isUnknown: true }] : []))
    if (isCounted) {
      this.repeatedCount++
      return leftOut
    }
    const countedIds = await findCountedIds(this.em(), mayBeInPostgres(clicks, engine))
    const rows = clicks.flatMap((click): BatchClick[] => {
      const link = links.get(click.url_id)
      if (!link || link.isDeleted || isUnknown(click) || countedIds.has(click.id)) return []
      return [{ ...click, workspace_id: link.workspaceId, is_view: link.isView, is_limited: link.isLimited }]
    })
    if (rows.length > 0 && !isInPostgres)
      await clickHouse.insert('click', insertedColumns, rows.map(toInsertedValues), token)
    const isNew = await orm.em
      .fork(withoutQueryLog())
      .transactional((em) => this.count(em, engine, place, rows), withoutQueryLog())
    if (isNew) this.batchCount++
    else this.repeatedCount++
    return leftOut
  }

  private async count(
    em: EntityManager,
    { store }: Engine,
    place: BatchPlace,
    rows: readonly BatchClick[],
  ): Promise<boolean> {
    if ((await holdStore(em)) !== store) throw new ClicksPaused()
    if (!(await recordBatch(em, place, this.options.clock.now()))) return false
    if (store === 'postgresql') await insertFoldedClicks(em, rows)
    const people = rows.filter(({ bot, is_counted }) => !bot && !is_counted)
    const byLink = Map.groupBy(people, ({ url_id }) => url_id)
    await countBatch(em, new Map([...byLink].map(([id, { length }]) => [id, length])))
    await updateClickTotals(em, latestClicksSql, [JSON.stringify(findLatest(rows))])
    // Links that were deleted since the rows were built.
    await reopenDeletions(em, [...new Set(rows.map(({ url_id }) => url_id))])
    await this.options.publish(em, rows)
    return true
  }

  private em(): EntityManager {
    return this.options.orm.em.fork(withoutQueryLog())
  }
}

/** For lists of links in the order of their clicks, or of their last one. */
const latestClicksSql = `
  select * from jsonb_to_recordset(?::jsonb) as latest (link_id text, last_click_at timestamptz)`

function findLatest(rows: readonly BatchClick[]): { link_id: string; last_click_at: string }[] {
  const people = rows.filter(({ bot }) => !bot)
  const latest = new Map<string, string>()
  for (const { url_id, at } of people) if (at > (latest.get(url_id) ?? '')) latest.set(url_id, at)
  return [...latest].sort().map(([link_id, last_click_at]) => ({ link_id, last_click_at }))
}

/** How far apart the clocks of nodes may be. */
const clockDifferenceMs = hourMs

/**
 * The clicks that a process without CLICKS_URL may have written into PostgreSQL, before it was killed, and before its journal was read by
 * this one. Such a click is counted, and moved with the others.
 */
function mayBeInPostgres(clicks: readonly ClickRow[], { store, changedAt }: Engine): readonly ClickRow[] {
  if (store === 'postgresql') return clicks
  if (changedAt === null) return []
  return clicks.filter(({ at }) => Date.parse(at) < changedAt.getTime() + clockDifferenceMs)
}

/** The file and the place of a batch: `folder/file:start`. */
const tokenPattern = /^(.+):(\d{1,15})$/

/** Whether a token names a sealed batch. Clicks that were in quarantine have another name. */
export const isBatchToken = (token: string): boolean => tokenPattern.test(token)

function parseToken(token: string): BatchPlace {
  const [, segment = token, start = 0] = tokenPattern.exec(token) ?? []
  return { segment, start: Number(start) }
}
