import type { EntityManager } from '../../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../../platform/database/statements.ts'
import type { RecurringTasks } from '../../../../../platform/jobs/recurring-tasks.ts'
import type { Platform } from '../../../../../platform/module.ts'
import { counter, gauge, type Metric } from '../../../../../platform/shared/metrics/metric.ts'
import { dayMs, minuteMs } from '../../../../../platform/shared/time.ts'
import { publishReachedLimits, updateClickTotals } from '../../../../publishing/links/index.ts'
import type { PastClickRow } from '../../importing/past-click-rows.ts'
import type { ClickRow } from '../../tracking/click-row.ts'
import type { AppendOptions, ClickStore, FeedSelection, Grant, LeftOutClick, PastOptions } from '../click-store.ts'
import { claimDeletions, lockEngine } from '../moving/engine.queries.ts'
import { countLater, deleteOldBatches } from './click-batch.queries.ts'
import { deleteClicksOfLinks, findDeletedLinks, forgetDeletedLinks, removeDuplicates } from './click-removal.ts'
import type { ClickHouseLayout } from './clickhouse.schema.ts'
import type { ClickHouse } from './clickhouse.ts'
import { migrateClickHouse } from './clickhouse-migrations.ts'
import { ClickHouseReader } from './clickhouse-reader.ts'
import { publishBatch } from './events/batch-events.ts'
import { announceInterest, deletePastFeed, readLiveClicks } from './events/click-feed.queries.ts'
import { grantClicks } from './grant-clicks.queries.ts'
import { appendPastClicks } from './past-clicks.ts'
import { SealedBatchWriter } from './sealed-batch-writer.ts'
import { deleteClicksBefore } from './totals/retention.ts'

export type ClickHouseStoreDependencies = Pick<Platform, 'orm' | 'database' | 'events' | 'clock' | 'log'>

/** How often clicks are counted on links that were locked before. */
const countIntervalMs = 2_000

const countedLinksSql = `
  select value as link_id, null::timestamptz as last_click_at from jsonb_array_elements_text(?::jsonb)`

/** How often a node says that it still has subscriptions to the same clicks. */
const announceIntervalMs = 15_000

export const layout: ClickHouseLayout = { cluster: null }

/** Stores clicks in ClickHouse. PostgreSQL counts them, and knows what happens to their links. */
export class ClickHouseStore extends ClickHouseReader implements ClickStore {
  readonly sealsBatches = true
  private readonly writer: SealedBatchWriter
  private readonly announcedAtMs = new Map<string, number>()
  private stopTasks: (() => Promise<void>)[] = []

  constructor(
    clickHouse: ClickHouse,
    private readonly dependencies: ClickHouseStoreDependencies,
  ) {
    super(clickHouse, dependencies.orm)
    const { orm, clock } = dependencies
    const publish = (em: EntityManager, clicks: Parameters<typeof publishBatch>[2]) =>
      publishBatch(em, dependencies, clicks)
    this.writer = new SealedBatchWriter({ clickHouse, orm, clock, publish })
  }

  get isDown(): boolean {
    return this.clickHouse.isDown || this.dependencies.database.circuitBreaker.isDown
  }

  onRecovered(listener: () => void): void {
    this.clickHouse.onRecovered(listener)
    this.dependencies.database.circuitBreaker.onRecovered(listener)
  }

  append(clicks: readonly ClickRow[], options: AppendOptions): Promise<readonly LeftOutClick[]> {
    return this.writer.append(clicks, options)
  }

  grant(clicks: readonly ClickRow[], options: { readonly skipsLocked: boolean }): Promise<Grant[]> {
    return grantClicks(this.dependencies.database.circuitBreaker.clicks, clicks, options)
  }

  appendPast(em: EntityManager, rows: readonly PastClickRow[], options: PastOptions): Promise<ReadonlySet<string>> {
    return appendPastClicks(em, this.clickHouse, rows, options)
  }

  async follow({ urlIds, workspaceIds }: FeedSelection): Promise<void> {
    const now = performance.now()
    const ids = [...urlIds, ...workspaceIds]
    if (ids.every((id) => now - (this.announcedAtMs.get(id) ?? Number.NEGATIVE_INFINITY) < announceIntervalMs)) return
    await announceInterest(this.em(), ids)
    this.announcedAtMs.clear()
    for (const id of ids) this.announcedAtMs.set(id, now)
  }

  async since(em: EntityManager, from: bigint, selection: FeedSelection) {
    await this.follow(selection)
    return readLiveClicks(em, from, selection)
  }

  async *deleteOfLinks(): AsyncGenerator<void> {
    const links = await findDeletedLinks(this.em())
    if (links.length === 0 || !(await claimDeletions(this.em()))) return
    const gone = await deleteClicksOfLinks(
      this.clickHouse,
      layout,
      links.map(({ id }) => id),
    )
    const goneIds = new Set(gone)
    await forgetDeletedLinks(
      this.em(),
      links.filter(({ id }) => goneIds.has(id)),
    )
    yield
  }

  deleteBefore(workspaceId: string | null, day: Date): AsyncGenerator<void> {
    const { clickHouse } = this
    const { log } = this.dependencies
    return deleteClicksBefore({ clickHouse, layout, log, fork: () => this.em() }, workspaceId, day)
  }

  /** Does not wait for ClickHouse while it does not answer. */
  async open(): Promise<void> {
    await this.clickHouse.open(() => this.migrate())
  }

  start(recurringTasks: RecurringTasks): void {
    this.stopTasks = [
      recurringTasks.repeatEvery('count clicks of locked links', () => this.countLater(), countIntervalMs),
      recurringTasks.repeatEvery('merge clicks that are there twice', () => this.removeDuplicates(), dayMs),
      recurringTasks.repeatEvery('delete past live clicks', () => deletePastFeed(this.em()), minuteMs),
    ]
  }

  async runMaintenance(): Promise<void> {
    await deleteOldBatches(this.em(), this.dependencies.clock.now())
  }

  async close(): Promise<void> {
    await Promise.all(this.stopTasks.map((stop) => stop()))
    await this.clickHouse.close()
  }

  metrics(): Metric[] {
    const { clickHouse, writer } = this
    return [
      gauge('tack_clickhouse_up', '1 while ClickHouse answers, 0 while it does not.', clickHouse.isDown ? 0 : 1),
      counter(
        'tack_clickhouse_failures_total',
        'Statements that have failed because ClickHouse was not available.',
        clickHouse.failures,
      ),
      counter('tack_click_batches_repeated_total', 'Batches of clicks that had been counted before.', writer.repeated),
    ]
  }

  private removeDuplicates(): Promise<number> {
    return removeDuplicates(this.clickHouse, layout, this.dependencies.log)
  }

  private async countLater(): Promise<void> {
    const { orm, events, clock } = this.dependencies
    await orm.em.fork(withoutQueryLog()).transactional(async (em) => {
      const linkIds = await countLater(em)
      await updateClickTotals(em, countedLinksSql, [JSON.stringify(linkIds)])
      // When they were clicked is not known any more.
      const clicked = linkIds.map((id) => ({ id, isPrivate: true }))
      await publishReachedLimits(em, events, clicked, clock.now())
    }, withoutQueryLog())
  }

  /** One node at a time. */
  private async migrate(): Promise<void> {
    if (this.dependencies.database.isEmbedded) return migrateClickHouse(this.clickHouse, layout)
    await this.em().transactional(async (em) => {
      await lockEngine(em)
      await migrateClickHouse(this.clickHouse, layout)
    }, withoutQueryLog())
  }

  private em(): EntityManager {
    return this.dependencies.orm.em.fork(withoutQueryLog())
  }
}
