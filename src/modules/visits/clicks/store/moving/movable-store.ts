import type { EntityManager } from '../../../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../../../platform/database/statements.ts'
import type { Slice } from '../../../../../platform/graphql/pagination/keyset.ts'
import type { RecurringTasks } from '../../../../../platform/jobs/recurring-tasks.ts'
import type { Platform } from '../../../../../platform/module.ts'
import type { Metric } from '../../../../../platform/shared/metrics/metric.ts'
import { dayMs, hourMs, secondMs } from '../../../../../platform/shared/time.ts'
import type { PastClickRow } from '../../importing/past-click-rows.ts'
import type { ClickRow } from '../../tracking/click-row.ts'
import type { ClickSelection, CountQuery, LinkCountQuery, LinkScope } from '../click-query.ts'
import type { AppendOptions, ClickStore, FeedSelection, Grant, LeftOutClick, PastOptions } from '../click-store.ts'
import { ClickHouse } from '../clickhouse/clickhouse.ts'
import { ClickHouseStore, layout } from '../clickhouse/clickhouse-store.ts'
import { isBatchToken } from '../clickhouse/sealed-batch-writer.ts'
import { readRetentionState } from '../clickhouse/totals/retention.queries.ts'
import { PostgresClickStore } from '../postgres/postgres-click-store.ts'
import { ClickMover } from './click-mover.ts'
import { ClickHouseCopies } from './clickhouse-copies.ts'
import { type Engine, holdStore, readEngine, recordEngine, type StoreName } from './engine.queries.ts'
import { deleteFormerOfLinks, deleteFormerRows, emptyClickHouse } from './former-rows.ts'
import { copyTotalsToClickHouse, restartPostgres } from './moved-totals.queries.ts'
import { PostgresCopies } from './postgres-copies.queries.ts'

/** How often a process looks whether clicks have moved. */
const refreshIntervalMs = secondMs

const moveIntervalMs = 5 * secondMs

/** Days of links that are compared, and clicks that are copied, at once. The embedded database serves nobody meanwhile. */
const chunkSizes = { embedded: 2_000, server: 20_000 } as const

/** How long the rows in the former store are kept after a move. */
const formerRowsMs = 30 * dayMs
const formerIntervalMs = hourMs

/**
 * The store of a process with CLICKS_URL: clicks are in ClickHouse, or still in PostgreSQL, or are moved from one to the other. A row
 * of PostgreSQL says where (`click_engine`). In both cases batches are sealed, and granted clicks are appended, so that a batch
 * that was under way during a move goes to the other store as it is.
 */
export class MovableStore implements ClickStore {
  readonly sealsBatches = true
  private readonly stores: Readonly<Record<StoreName, PostgresClickStore | ClickHouseStore>>
  private readonly mover: ClickMover
  private engine: Engine = { store: 'clickhouse', movingTo: null, isPaused: false, changedAt: null }
  private stopTasks: (() => Promise<void>)[] = []

  private constructor(
    private readonly clickHouse: ClickHouse,
    private readonly dependencies: Platform,
  ) {
    const { orm, log, database } = dependencies
    this.stores = {
      postgresql: new PostgresClickStore(dependencies),
      clickhouse: new ClickHouseStore(clickHouse, dependencies),
    }
    const copies = new ClickHouseCopies({ clickHouse, layout, orm })
    this.mover = new ClickMover({
      ...{ orm, log },
      stores: { postgresql: new PostgresCopies(orm), clickhouse: copies },
      prepare: (store) => this.prepareCopies(store),
      copyTotals: () => copyTotalsToClickHouse(this.em(), clickHouse, layout, (days) => copies.clear(days)),
      chunkSize: chunkSizes[database.isEmbedded ? 'embedded' : 'server'],
    })
  }

  /** `url` is the value of `CLICKS_URL`. */
  static async create(url: string, dependencies: Platform): Promise<MovableStore> {
    return new MovableStore(await ClickHouse.create(url, dependencies.log), dependencies)
  }

  get isDown(): boolean {
    return this.used.isDown
  }

  onRecovered(listener: () => void): void {
    // Recovers with PostgreSQL too.
    this.stores.clickhouse.onRecovered(listener)
  }

  async append(clicks: readonly ClickRow[], options: AppendOptions): Promise<readonly LeftOutClick[]> {
    // Clicks in quarantine are in no sealed batch. PostgreSQL may leave them out once more.
    if (!isBatchToken(options.token) && (await this.refresh()).store === 'postgresql')
      return this.stores.postgresql.append(clicks, options)
    return this.stores.clickhouse.append(clicks, options)
  }

  grant(clicks: readonly ClickRow[], options: Pick<AppendOptions, 'skipsLocked'>): Promise<readonly Grant[]> {
    return this.stores.clickhouse.grant(clicks, options)
  }

  async appendPast(
    em: EntityManager,
    rows: readonly PastClickRow[],
    options: PastOptions,
  ): Promise<ReadonlySet<string>> {
    return this.stores[await holdStore(em)].appendPast(em, rows, options)
  }

  inSnapshot<T>(em: EntityManager, read: (inner: EntityManager) => Promise<T>): Promise<T> {
    return this.used.inSnapshot(em, read)
  }

  prepare(em: EntityManager, timeoutMs: number): Promise<void> {
    return this.used.prepare(em, timeoutMs)
  }

  readHistory(em: EntityManager, scope: LinkScope, options: { isPerLink: boolean; includeBots: boolean }) {
    return this.used.readHistory(em, scope, options)
  }

  count(em: EntityManager, query: CountQuery) {
    return this.used.count(em, query)
  }

  countLinks(em: EntityManager, query: LinkCountQuery) {
    return this.used.countLinks(em, query)
  }

  findFirstHours(em: EntityManager, urlIds: readonly string[]) {
    return this.used.findFirstHours(em, urlIds)
  }

  countListed(em: EntityManager, selection: ClickSelection, isPerLink: boolean) {
    return this.used.countListed(em, selection, isPerLink)
  }

  countCountries(em: EntityManager, selection: ClickSelection) {
    return this.used.countCountries(em, selection)
  }

  list(em: EntityManager, selection: ClickSelection, slice: Slice, offset?: number) {
    return this.used.list(em, selection, slice, offset)
  }

  listByLink(em: EntityManager, selection: ClickSelection, slice: Slice) {
    return this.used.listByLink(em, selection, slice)
  }

  find(em: EntityManager, scope: LinkScope, id: string) {
    return this.used.find(em, scope, id)
  }

  scan(em: EntityManager, selection: ClickSelection) {
    return this.used.scan(em, selection)
  }

  findClickedWorkspaces(em: EntityManager, since: Date) {
    return this.used.findClickedWorkspaces(em, since)
  }

  /** Sealed batches keep clicks for subscriptions, whatever the store is. */
  since(em: EntityManager, from: bigint, selection: FeedSelection) {
    return this.stores.clickhouse.since(em, from, selection)
  }

  follow(selection: FeedSelection): Promise<void> {
    return this.stores.clickhouse.follow(selection)
  }

  async *deleteOfLinks(): AsyncGenerator<void> {
    const { store, movingTo, changedAt } = await this.refresh()
    if (movingTo !== null || changedAt !== null) yield* deleteFormerOfLinks(this.former, otherThan(store))
    yield* this.used.deleteOfLinks()
  }

  deleteBefore(workspaceId: string | null, day: Date): AsyncGenerator<void> {
    return this.used.deleteBefore(workspaceId, day)
  }

  async open(): Promise<void> {
    await recordEngine(this.em())
    await this.stores.postgresql.open()
    await this.stores.clickhouse.open()
    const { store, movingTo } = await this.refresh()
    if (store === 'postgresql' && movingTo === null)
      this.dependencies.log.warn(
        'CLICKS_URL is set, and the clicks are in PostgreSQL. To move them, run: npm run admin -- clicks move clickhouse',
      )
  }

  start(recurringTasks: RecurringTasks): void {
    for (const store of Object.values(this.stores)) store.start(recurringTasks)
    const refreshing = { isOfProcess: true }
    this.stopTasks = [
      recurringTasks.repeatEvery('look where clicks are', () => this.refresh(), refreshIntervalMs, refreshing),
      recurringTasks.repeatEvery('copy clicks', () => this.move(), moveIntervalMs),
      recurringTasks.repeatEvery('delete the rows of the former store', () => this.deleteFormer(), formerIntervalMs),
    ]
  }

  async runMaintenance(): Promise<void> {
    const { movingTo } = await this.refresh()
    await this.stores.clickhouse.runMaintenance()
    // Copied clicks need the visitors of their day.
    if (movingTo !== 'postgresql') await this.stores.postgresql.runMaintenance()
  }

  async close(): Promise<void> {
    this.mover.close()
    await Promise.all(this.stopTasks.map((stop) => stop()))
    for (const store of Object.values(this.stores)) await store.close()
  }

  metrics(): Metric[] {
    return Object.values(this.stores).flatMap((store) => store.metrics())
  }

  private async move(): Promise<void> {
    await this.mover.run()
    await this.refresh()
  }

  private async refresh(): Promise<Engine> {
    this.engine = await readEngine(this.em())
    return this.engine
  }

  private async deleteFormer(): Promise<void> {
    const { store, movingTo, changedAt } = await this.refresh()
    const isDue = changedAt !== null && this.dependencies.clock.now().getTime() - changedAt.getTime() > formerRowsMs
    if (isDue && movingTo === null && !this.clickHouse.isDown) await deleteFormerRows(this.former, otherThan(store))
  }

  /** Makes the other store ready for copies. */
  private async prepareCopies(store: StoreName): Promise<void> {
    if (store === 'clickhouse') return emptyClickHouse(this.clickHouse, layout)
    const { run } = await readRetentionState(this.em())
    if (run) for await (const _ of this.stores.clickhouse.deleteBefore(run.workspaceId || null, run.before));
    if ((await readRetentionState(this.em())).run) throw new Error('Old clicks are being deleted.')
    await this.em().transactional((em) => restartPostgres(em, this.clickHouse), withoutQueryLog())
  }

  private get used(): PostgresClickStore | ClickHouseStore {
    return this.stores[this.engine.store]
  }

  private get former() {
    return { clickHouse: this.clickHouse, layout, fork: () => this.em() }
  }

  private em(): EntityManager {
    return this.dependencies.orm.em.fork(withoutQueryLog())
  }
}

const otherThan = (store: StoreName): StoreName => (store === 'clickhouse' ? 'postgresql' : 'clickhouse')
