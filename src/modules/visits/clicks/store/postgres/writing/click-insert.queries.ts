import { isDuplicateRow } from '../../../../../../platform/database/database.errors.ts'
import type { PreparedStatement, TransactionClient } from '../../../../../../platform/database/native-client.ts'
import type { ClickRow } from '../../../tracking/click-row.ts'
import { batchSql, linkIdsParameter, rowColumnNames, toBatchValues } from './click-batch.queries.ts'

// Raw SQL, because this statement writes every click: one prepared statement has the rows and the counters of a batch.

export interface InsertOptions {
  /** Leaves out the clicks of links that another transaction has locked, instead of waiting for them. */
  readonly skipsLocked?: boolean
  /**
   * Locks the links with a statement of its own, after which the batch sees what other nodes have written. For a server;
   * the embedded database has one writer.
   */
  readonly locksFirst?: boolean
}

/**
 * Inserts a batch of clicks and moves the counters of their links. A click whose id exists changes nothing, so a batch
 * can be sent again. A click whose link was deleted is dropped. Returns the positions of the clicks that were left out,
 * because their link is locked or unknown to the database.
 *
 * Links are locked in the order of their ids, so two batches cannot deadlock. Throws the error of the database, also
 * for a lock timeout.
 */
export async function insertClicks(
  client: TransactionClient,
  clicks: readonly ClickRow[],
  { skipsLocked = false, locksFirst = false }: InsertOptions = {},
): Promise<LeftOutClick[]> {
  const values = toBatchValues(clicks)
  const lock = { statement: skipsLocked ? lockUnlocked : lockAll, values: values.slice(-1) }
  const insert = ({ all, unlocked }: InsertStatements) => {
    const statement = skipsLocked ? unlocked : all
    return locksFirst
      ? client.queryInTransaction<LeftOutClick>([lock, { statement, values }])
      : client.query<LeftOutClick>(statement, values)
  }
  return insert(insertNew).catch((error: unknown) => {
    if (isDuplicateRow(error)) return insert(insertMissing)
    throw error
  })
}

/** A click that was not inserted, by its position in the batch. */
export interface LeftOutClick {
  readonly position: number
  /** True when the database does not know the link. Otherwise the link is locked. */
  readonly isUnknown: boolean
}

/** Whether a click of the batch is stored already, because the batch is sent again. */
export const isStoredSql = `exists (
         select 1
           from click
          where click.url_id = batch.url_id and click.created_at = batch.created_at and click.id = batch.id)`

/** Locks links in the order of their ids. */
export const lockSql = (skipsLocked: boolean, columns: string, ids: string) => `
    select ${columns}
      from link
     where id = any(${ids})
     order by id
       for no key update${skipsLocked ? ' skip locked' : ''}`

const lockAll: PreparedStatement = { name: 'lock_links', text: lockSql(false, 'id', '$1::text[]') }
const lockUnlocked: PreparedStatement = { name: 'lock_unlocked_links', text: lockSql(true, 'id', '$1::text[]') }

/**
 * The clicks of `batch` whose link was not locked, except clicks of a deleted link. This statement does not see a
 * deletion that ends while it runs: it leaves the click out as unknown. The next batch drops the click.
 */
const leftOutSql = `
  select position, not exists (select 1 from link where link.id = batch.url_id) as "isUnknown"
    from batch
   where url_id not in (select id from locked_link)
     and not exists (select 1 from click_link_tombstone as tombstone where tombstone.url_id = batch.url_id)`

interface InsertStatements {
  readonly all: PreparedStatement
  /** Leaves out the clicks of locked links. */
  readonly unlocked: PreparedStatement
}

const createInsert = (name: string, onConflict: string): InsertStatements => ({
  all: createInsertStatement(name, onConflict, false),
  unlocked: createInsertStatement(`${name}_unlocked`, onConflict, true),
})

const createInsertStatement = (name: string, onConflict: string, skipsLocked: boolean): PreparedStatement => ({
  name,
  text: `
  with ${batchSql},
  locked_link as materialized (${lockSql(skipsLocked, 'id', linkIdsParameter)}),
  inserted as (
    insert into click (${rowColumnNames})
    select ${rowColumnNames}
      from batch
     where url_id in (select id from locked_link)
    ${onConflict}
    returning url_id, is_bot),
  updated_link as (
    update link
       set current_clicks = current_clicks + people
      from (select url_id, count(*)::int as people from inserted where not is_bot group by url_id) as link_total
     where link.id = link_total.url_id)
  ${leftOutSql}`,
})

/**
 * Fails when a click of the batch is stored. Looking for stored clicks in each batch would take a fifth of its time.
 */
const insertNew = createInsert('insert_clicks', '')
const insertMissing = createInsert('insert_missing_clicks', 'on conflict do nothing')
