import { InvalidSetting } from '../../../../../config.ts'
import type { EntityManager } from '../../../../../platform/database/database.ts'
import { statementTimeoutSql } from '../../../../../platform/database/silence-detector.ts'
import { executeUnlogged } from '../../../../../platform/database/statements.ts'
import { Unavailable } from '../../../../../platform/shared/general.errors.ts'

// Raw SQL, because these tables have no entities.

export type StoreName = 'postgresql' | 'clickhouse'

/** Which store has the clicks. A database that never had anything to do with ClickHouse has no such row. */
export interface Engine {
  /** Where clicks are written and counted. */
  readonly store: StoreName
  /** The other store, while clicks are copied to it. */
  readonly movingTo: StoreName | null
  /** Whether nobody writes clicks, because the stores are compared for the last time. */
  readonly isPaused: boolean
  /** When `store` was changed, as long as the other store still has its rows. */
  readonly changedAt: Date | null
}

/** Clicks are not written at the moment, or elsewhere than a moment ago. The same call succeeds soon. */
export class ClicksPaused extends Unavailable {
  constructor() {
    super(new Error('Clicks are about to be in another store.'), 1)
  }
}

export async function readEngine(em: EntityManager): Promise<Engine> {
  const [row] = await executeUnlogged<EngineRow>(em, `select ${engineColumns} from click_engine`)
  return toEngine(row)
}

type EngineRow = Omit<Engine, 'changedAt'> & { readonly changedAt: string | Date | null }

const engineColumns = `store, moving_to as "movingTo", is_paused as "isPaused", changed_at as "changedAt"`

function toEngine(row: EngineRow | undefined): Engine {
  if (!row) return { store: 'postgresql', movingTo: null, isPaused: false, changedAt: null }
  return { ...row, changedAt: row.changedAt === null ? null : new Date(row.changedAt) }
}

/**
 * Holds the store that clicks are written to until the transaction of `em` ends: who pauses writing waits for it. Returns the store. Throws
 * `ClicksPaused` while nobody writes.
 */
export async function holdStore(em: EntityManager): Promise<StoreName> {
  const [row] = await executeUnlogged<EngineRow>(em, `select ${engineColumns} from click_engine for share`)
  const { store, isPaused } = toEngine(row)
  if (isPaused) throw new ClicksPaused()
  return store
}

/** Records that clicks are in ClickHouse, if the database has none. From then on, PostgreSQL keeps what ClickHouse needs of deleted and moved links. */
export async function recordEngine(em: EntityManager): Promise<void> {
  await executeUnlogged(em, recordSql)
}

const hasClicksSql = 'exists (select from click) or exists (select from click_rollup)'

const recordSql = `
  insert into click_engine (is_clickhouse) select true where not (${hasClicksSql}) on conflict do nothing`

/** Throws `InvalidSetting` when a process without CLICKS_URL would find no clicks, or write them where nobody finds them. */
export async function assertEngine(em: EntityManager, isClickHouseKnown: boolean): Promise<void> {
  if (isClickHouseKnown) return
  const { store, movingTo } = await readEngine(em)
  if (store === 'clickhouse')
    throw new InvalidSetting(
      'CLICKS_URL is missing: the clicks of this database are in ClickHouse. Set it to the address that it had. ' +
        'To have them in PostgreSQL, start with it, and run npm run admin -- clicks move postgresql.',
    )
  if (movingTo !== null)
    throw new InvalidSetting(
      'CLICKS_URL is missing: the clicks of this database are being copied to ClickHouse. Set it to the address that it had, ' +
        'or end the move: npm run admin -- clicks move postgresql.',
    )
}

/** The key of the advisory lock around migrations of ClickHouse: any number, the same on every node. */
const migrationLockKey = 7_261_226

/** Lets one node at a time go on, until its transaction ends. */
export async function lockEngine(em: EntityManager): Promise<void> {
  await executeUnlogged(em, `select ${statementTimeoutSql(0)}, set_config('lock_timeout', '0', true)`)
  await executeUnlogged(em, `select pg_advisory_xact_lock(${migrationLockKey})`)
}

/** Whether this node is the one that deletes in ClickHouse for about the next minute. */
export async function claimDeletions(em: EntityManager): Promise<boolean> {
  return (await executeUnlogged(em, claimSql)).length > 0
}

const claimSql = `
  update click_engine set deleted_at = now()
   where deleted_at is null or deleted_at < now() - interval '45 seconds'
  returning 1`
