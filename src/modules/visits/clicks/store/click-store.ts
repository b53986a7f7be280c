import type { EntityManager } from '../../../../platform/database/database.ts'
import type { Slice } from '../../../../platform/graphql/pagination/keyset.ts'
import type { CommittedEvents, TransactionEvent } from '../../../../platform/graphql/subscriptions/committed-events.ts'
import type { RecurringTasks } from '../../../../platform/jobs/recurring-tasks.ts'
import type { Metric } from '../../../../platform/shared/metrics/metric.ts'
import type { Click } from '../click.entity.ts'
import type { ExportedClick } from '../export/exported-click.ts'
import type { PastClickRow } from '../importing/past-click-rows.ts'
import type { ClickRow } from '../tracking/click-row.ts'
import type {
  ClickCounts,
  ClickHistory,
  ClickSelection,
  CountQuery,
  CountryCount,
  LinkCount,
  LinkCountQuery,
  LinkScope,
} from './click-query.ts'

/**
 * Where clicks are stored. Everything that reads or writes clicks does it through a store. Links, their counters, limits
 * and the ids of deleted links are in PostgreSQL, whatever the store is.
 *
 * The `em` of a read belongs to the database in which the store looks links up. It may be a replica, and it may be in a
 * transaction. A store finds out by itself which links are in a scope, in privacy mode, moved or deleted.
 */
export interface ClickStore extends ClickReader, ClickRemover {
  /** Whether the clicks of a token never change and none is left out, so that batches have to be sealed in the journal. */
  readonly sealsBatches: boolean
  /** Whether the store is known not to answer. */
  readonly isDown: boolean
  /** Registers a function that is called each time the store is back. */
  onRecovered(listener: () => void): void
  /**
   * Writes clicks, each once however often it is sent, and moves the counters of their links with them. Returns the clicks that
   * were left out; clicks of deleted links are dropped. Throws when it cannot say that the others are stored, and is
   * called again then: with the same clicks for the same token, as far as the journal still has them in this process.
   */
  append(clicks: readonly ClickRow[], options: AppendOptions): Promise<readonly LeftOutClick[]>
  /**
   * Decides about clicks of links with a click limit, one after the other: what is granted cannot be taken back, and nothing overshoots.
   * A click that was granted before is granted again. A store that seals batches only counts the click, and
   * it is appended afterwards (`is_counted`). Every other store has it then.
   */
  grant(clicks: readonly ClickRow[], options: Pick<AppendOptions, 'skipsLocked'>): Promise<readonly Grant[]>
  /**
   * Adds clicks of the past to links, in the transaction of `em`, and moves the counters of the links. Returns the ids of
   * the clicks that were not stored yet. With `isDryRun`, it only finds them.
   */
  appendPast(em: EntityManager, rows: readonly PastClickRow[], options: PastOptions): Promise<ReadonlySet<string>>

  /** Prepares the store, before the first click. */
  open(): Promise<void>
  /** Adds the background work. */
  start(recurringTasks: RecurringTasks): void
  /** Runs daily, on one node or several. */
  runMaintenance(): Promise<void>
  /** Ends background work after its current step. No read or write follows. */
  close(): Promise<void>
  metrics(): Metric[]
}

export interface ClickReader {
  /** Runs reads that must fit together, in one snapshot if the store has any. It may take longer than other reads. */
  inSnapshot<T>(em: EntityManager, read: (inner: EntityManager) => Promise<T>): Promise<T>
  /** Prepares a transaction with counts that may take long. */
  prepare(em: EntityManager, timeoutMs: number): Promise<void>
  /** The history of each link of a scope, or of all its links together. */
  readHistory(
    em: EntityManager,
    scope: LinkScope,
    options: { readonly isPerLink: boolean; readonly includeBots: boolean },
  ): Promise<readonly ClickHistory[]>
  /** Counts clicks, also clicks of which only totals are left. Rows without a click may be missing. */
  count(em: EntityManager, query: CountQuery): Promise<ClickCounts>
  /** Counts the clicks of many links, by their ids, in any order. Links, hours, days and values without a click are missing. */
  countLinks(em: EntityManager, query: LinkCountQuery): Promise<ReadonlyMap<string, readonly LinkCount[]>>
  /** The hour of the first click on each link, by people or bots. Links without a click are missing. */
  findFirstHours(em: EntityManager, urlIds: readonly string[]): Promise<ReadonlyMap<string, Date>>
  /** How many clicks `list` has: of each link by its id, or of all links together under the key `''`. Zeros may be missing. */
  countListed(em: EntityManager, selection: ClickSelection, isPerLink: boolean): Promise<ReadonlyMap<string, number>>
  /** Counts the clicks that `list` has by country, most clicks first. */
  countCountries(em: EntityManager, selection: ClickSelection): Promise<readonly CountryCount[]>

  /** A slice of the clicks of all links together and one click more, newest first, or oldest first for a backward slice. */
  list(em: EntityManager, selection: ClickSelection, slice: Slice, offset?: number): Promise<Click[]>
  /** The same slice of the clicks of each link. */
  listByLink(em: EntityManager, selection: ClickSelection, slice: Slice): Promise<ReadonlyMap<string, Click[]>>
  find(em: EntityManager, scope: LinkScope, id: string): Promise<Click | undefined>
  /** All clicks in pages, link by link, newest first. Clicks that are recorded meanwhile may be missing. */
  scan(em: EntityManager, selection: ClickSelection): AsyncGenerator<readonly ExportedClick[]>
  /**
   * The clicks of finished transactions from `from` on, in the order of their transactions, without imported clicks. It is
   * called every half second on each node that has subscriptions. Call `follow` before a subscription begins.
   */
  since(em: EntityManager, from: bigint, selection: FeedSelection): Promise<CommittedEvents<FeedClick>>

  /** Has new clicks of these links and workspaces kept until `since` has read them. */
  follow(selection: FeedSelection): Promise<void>

  /** The workspaces whose links people have clicked since then. */
  findClickedWorkspaces(em: EntityManager, since: Date): Promise<readonly string[]>
}

export interface ClickRemover {
  /** Deletes the clicks of deleted links. Each step deletes a slice. Several nodes may delete at the same time. */
  deleteOfLinks(): AsyncGenerator<void>
  /**
   * Deletes the single clicks of a workspace before the start of a UTC day; totals stay. Null stands for all workspaces, and
   * the start of a month. Each step deletes a slice. Several nodes may delete at the same time.
   */
  deleteBefore(workspaceId: string | null, day: Date): AsyncGenerator<void>
}

/**
 * What a click limit says: the destination may be given, or the limit is used up or the link is gone, or the caller
 * must ask again later.
 */
export type Grant = 'granted' | 'refused' | 'locked'

export interface AppendOptions {
  /** Names the batch. */
  readonly token: string
  /** Leaves out the clicks of links that another transaction has locked, instead of waiting for them. */
  readonly skipsLocked: boolean
}

/** A click that was not written, by its position in the batch. */
export interface LeftOutClick {
  readonly position: number
  /** True when the database does not know the link. Otherwise the link is locked. */
  readonly isUnknown: boolean
}

export interface PastOptions {
  readonly importId: string
  readonly isDryRun: boolean
}

/** The clicks of single links, and of all links of workspaces. */
export interface FeedSelection {
  readonly urlIds: readonly string[]
  readonly workspaceIds: readonly string[]
}

/** The visible columns of a new click, with the transaction that wrote it and the workspace of its link. */
export interface FeedClick extends TransactionEvent {
  readonly workspace_id: string
  readonly url_id: string
  readonly is_bot: boolean
  readonly [column: string]: unknown
}
