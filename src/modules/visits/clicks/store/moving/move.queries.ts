import type { EntityManager } from '../../../../../platform/database/database.ts'
import {
  executeUnlogged,
  retryLocksInTransaction,
  withoutQueryLog,
} from '../../../../../platform/database/statements.ts'
import type { LinkDay } from './copied-clicks.ts'
import type { StoreName } from './engine.queries.ts'

// Raw SQL, because these tables have no entities, and tables are locked.

/** How far a move is. */
export interface MoveProgress {
  readonly movingTo: StoreName
  /** 0: the other store is not prepared yet. Each pass compares all clicks. */
  readonly pass: number
  readonly place: MovePlace
  readonly isPaused: boolean
  readonly copied: number
}

/** Up to where a pass has come. */
export interface MovePlace {
  /** The month that is being compared; null before the first one. */
  readonly month: string | null
  /** The last day of a link in it that was compared. */
  readonly after: LinkDay | null
  /** How many clicks this pass has copied. */
  readonly copied: number
}

export const firstPlace: MovePlace = { month: null, after: null, copied: 0 }

/** How long a node works on a step before another one goes on with it. */
const leaseSeconds = 30

const progressColumns = `moving_to as "movingTo", pass, coalesce(place, '${JSON.stringify(firstPlace)}') as place, is_paused as "isPaused", copied::int`

/**
 * Begins when no transaction changes links, so that each link that moves or is deleted from now on is known to have clicks in both stores.
 * `onWait` gets the number of failed attempts, and throws to end them.
 */
export function beginMove(em: EntityManager, movingTo: StoreName, onWait?: (attempts: number) => void): Promise<void> {
  const begin = async (inner: EntityManager) => {
    await executeUnlogged(inner, 'lock table link in share mode')
    await executeUnlogged(inner, beginSql, [movingTo])
  }
  return retryLocksInTransaction(em, begin, onWait)
}

const beginSql = `
  insert into click_engine as engine (is_clickhouse, store, moving_to, moved_since) values (true, 'postgresql', ?, now())
  on conflict (is_clickhouse) do update
     set moving_to = excluded.moving_to, moved_since = now(), pass = 0, place = null, copied = 0, is_paused = false
   where engine.moving_to is null and engine.store <> excluded.moving_to`

/** Ends a move that has not come to its end. What it has copied is deleted like rows that were moved. */
export async function cancelMove(em: EntityManager): Promise<void> {
  await executeUnlogged(
    em,
    'update click_engine set moving_to = null, is_paused = false, leased_by = null, changed_at = now() where moving_to is not null',
  )
}

/** The move that is under way, on whatever node. */
export async function readMove(em: EntityManager): Promise<MoveProgress | null> {
  const sql = `select ${progressColumns} from click_engine where moving_to is not null`
  const [row] = await executeUnlogged<MoveProgress>(em, sql)
  return row ?? null
}

/** Takes the move for this node, or keeps it. Null when there is none, or another node works on it. */
export async function claimMove(em: EntityManager, node: string): Promise<MoveProgress | null> {
  const [row] = await executeUnlogged<MoveProgress>(em, claimSql, [node, node])
  return row ?? null
}

const claimSql = `
  update click_engine set leased_by = ?, leased_until = now() + interval '${leaseSeconds} seconds'
   where moving_to is not null and (leased_by is null or leased_by = ? or leased_until < now())
  returning ${progressColumns}`

/** Records progress. Throws when another node works on the move, or it was ended. */
export async function saveMove(
  em: EntityManager,
  node: string,
  { pass, place, isPaused, copied }: Omit<MoveProgress, 'movingTo'>,
): Promise<void> {
  const values = [pass, JSON.stringify(place), isPaused, copied, node]
  assertHeld(await executeUnlogged(em, saveSql, values))
}

const saveSql = `
  update click_engine
     set pass = ?, place = ?::jsonb, is_paused = ?, copied = ?, leased_until = now() + interval '${leaseSeconds} seconds'
   where leased_by = ? and moving_to is not null
  returning 1`

function assertHeld(rows: readonly unknown[]): void {
  if (rows.length === 0) throw new Error('Another process goes on with the move of clicks, or it was ended.')
}

export async function releaseMove(em: EntityManager, node: string): Promise<void> {
  await executeUnlogged(em, 'update click_engine set leased_by = null where leased_by = ?', [node])
}

/** Has nobody write clicks until the move has ended, or `resumeWriting`. Waits for all who write some. */
export function pauseWriting(em: EntityManager, node: string, pass: number): Promise<void> {
  return retryLocksInTransaction(em, async (inner) => {
    const values = [pass, JSON.stringify(firstPlace), node]
    assertHeld(await executeUnlogged(inner, pauseSql, values))
    await executeUnlogged(inner, 'lock table click in share mode')
  })
}

const pauseSql = `
  update click_engine set is_paused = true, pass = ?, place = ?::jsonb where leased_by = ? and moving_to is not null returning 1`

export async function resumeWriting(em: EntityManager, node: string): Promise<void> {
  await executeUnlogged(em, 'update click_engine set is_paused = false where leased_by = ?', [node])
}

/** Whether clicks are not in the rollups yet. */
export async function hasUnfoldedClicks(em: EntityManager): Promise<boolean> {
  const sql = 'select 1 from click where tx >= (select tx from click_watermark) limit 1'
  return (await executeUnlogged(em, sql)).length > 0
}

/** Which of the links exist. */
export async function findExistingLinks(em: EntityManager, urlIds: readonly string[]): Promise<ReadonlySet<string>> {
  const sql = 'select id from link where id in (select jsonb_array_elements_text(?::jsonb))'
  const rows = await executeUnlogged<{ id: string }>(em, sql, [JSON.stringify(urlIds)])
  return new Set(rows.map(({ id }) => id))
}

/** From now on clicks are written to the other store, and counted there. What links that were deleted meanwhile have left there is deleted. */
export function switchStore(em: EntityManager, node: string): Promise<void> {
  return em.transactional(async (inner) => {
    assertHeld(await executeUnlogged(inner, switchSql, [node]))
    await executeUnlogged(inner, deletedMeanwhileSql)
  }, withoutQueryLog())
}

const switchSql = `
  update click_engine
     set store = moving_to, moving_to = null, is_paused = false, changed_at = now(), leased_by = null
   where leased_by = ? and moving_to is not null and is_paused
  returning 1`

const deletedMeanwhileSql = `
  insert into click_deletion (url_id)
  select url_id from click_link_tombstone where deleted_at >= (select moved_since from click_engine) order by url_id
  on conflict do nothing`
