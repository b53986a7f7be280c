import { withoutQueryLog } from '../../../../../platform/database/statements.ts'
import type { RecurringTasks } from '../../../../../platform/jobs/recurring-tasks.ts'
import { SliceRunner } from '../../../../../platform/jobs/slice-runner.ts'
import type { Platform } from '../../../../../platform/module.ts'
import { gauge, type Metric } from '../../../../../platform/shared/metrics/metric.ts'
import { secondMs } from '../../../../../platform/shared/time.ts'
import type { ClickRow } from '../../tracking/click-row.ts'
import type { AppendOptions, ClickStore, Grant, LeftOutClick } from '../click-store.ts'
import { deleteOfDeletedLinks } from './deleting/deleted-links.queries.ts'
import { deleteOldClicks } from './deleting/old-clicks.queries.ts'
import { createLimitEventPublisher, publishClickEvents, repairEventWatermark } from './events/click-events.ts'
import { PostgresClickReader } from './postgres-click-reader.ts'
import { RollupWorker } from './rollups/rollup-worker.ts'
import { deleteWorkspaceRollups, transferRollups } from './rollups/workspace-rollups.queries.ts'
import { grantClicks } from './writing/click-grant.queries.ts'
import { insertClicks } from './writing/click-insert.queries.ts'
import { createPartitions, dropPartitions } from './writing/click-partitions.queries.ts'
import { appendPastClicks } from './writing/past-clicks.queries.ts'

export type PostgresClickStoreDependencies = Pick<
  Platform,
  'orm' | 'database' | 'events' | 'hooks' | 'clock' | 'log' | 'background'
>

/** How long a click waits at most before its event is published. */
const publishEveryMs = secondMs

/** How often the store looks for links whose rollups still count in a former workspace. */
const transferIntervalMs = secondMs

/** Stores clicks as rows of PostgreSQL, and folds them in the background. */
export class PostgresClickStore extends PostgresClickReader implements ClickStore {
  readonly sealsBatches = false
  readonly appendPast = appendPastClicks
  private readonly rollupWorker: RollupWorker
  private readonly transfers = new SliceRunner()
  private stopTasks: (() => Promise<void>)[] = []

  constructor(private readonly dependencies: PostgresClickStoreDependencies) {
    super()
    const { orm, database, events, hooks, clock, log } = dependencies
    const publishLimitEvents = createLimitEventPublisher(events, clock)
    this.rollupWorker = new RollupWorker({ orm, clock, log, publishLimitEvents, isEmbedded: database.isEmbedded })
    hooks.workspacePurge.addSteps(deleteWorkspaceRollups)
  }

  get isDown(): boolean {
    return this.dependencies.database.circuitBreaker.isDown
  }

  onRecovered(listener: () => void): void {
    this.dependencies.database.circuitBreaker.onRecovered(listener)
  }

  append(clicks: readonly ClickRow[], { skipsLocked }: AppendOptions): Promise<readonly LeftOutClick[]> {
    const { circuitBreaker, isEmbedded } = this.dependencies.database
    return insertClicks(circuitBreaker.clicks, clicks, { skipsLocked, locksFirst: !isEmbedded })
  }

  grant(clicks: readonly ClickRow[], options: Pick<AppendOptions, 'skipsLocked'>): Promise<Grant[]> {
    return grantClicks(this.dependencies.database.circuitBreaker.clicks, clicks, options)
  }

  deleteOfLinks(): AsyncGenerator<void> {
    return deleteOfDeletedLinks(this.dependencies.orm)
  }

  deleteBefore(workspaceId: string | null, day: Date): AsyncGenerator<void> {
    const { orm } = this.dependencies
    return workspaceId === null ? dropPartitions(orm, day) : deleteOldClicks(orm, workspaceId, day)
  }

  async open(): Promise<void> {
    const { orm, clock } = this.dependencies
    // The first click would otherwise be stored in the default partition.
    await createPartitions(orm, clock.now())
    await repairEventWatermark({ orm })
    await this.rollupWorker.repairWatermark()
  }

  start(recurringTasks: RecurringTasks): void {
    const { orm, events, clock } = this.dependencies
    this.rollupWorker.start(recurringTasks)
    const transfer = () => transferRollups(orm.em.fork(withoutQueryLog()))
    this.stopTasks = [
      recurringTasks.repeatEvery('publish clicks', () => publishClickEvents({ orm, events, clock }), publishEveryMs),
      recurringTasks.repeatEvery('move clicks of links', () => this.transfers.run(transfer), transferIntervalMs),
    ]
  }

  async runMaintenance(): Promise<void> {
    const { orm, clock } = this.dependencies
    await this.rollupWorker.deleteOldVisitors()
    await createPartitions(orm, clock.now())
  }

  async close(): Promise<void> {
    this.transfers.stop()
    await Promise.all(this.stopTasks.map((stop) => stop()))
    await this.rollupWorker.close()
  }

  metrics(): Metric[] {
    // From one of the workers of a machine, which share the work.
    const ifFolding = (ms: number) => (this.dependencies.background.isHere ? ms / secondMs : [])
    return [
      gauge(
        'tack_click_fold_age_seconds',
        'How long ago clicks were last folded into the rollups without an error.',
        ifFolding(this.rollupWorker.msSinceFold),
      ),
      gauge(
        'tack_click_fold_lag_seconds',
        'How long an open transaction has delayed the oldest clicks that are not yet in the rollups.',
        ifFolding(this.rollupWorker.lagMs),
      ),
    ]
  }
}
