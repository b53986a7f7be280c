import { isDuplicateRow } from '../../../../../../platform/database/database.errors.ts'
import type { PreparedStatement, TransactionClient } from '../../../../../../platform/database/native-client.ts'
import type { ClickRow } from '../../../tracking/click-row.ts'
import { addClicksSql, leftOutSql, lockLinksSql } from '../../../tracking/link-counters.queries.ts'
import type { LeftOutClick } from '../../click-store.ts'
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

/** Whether a click of the batch is stored already, because the batch is sent again. */
export const isStoredSql = `exists (
         select 1
           from click
          where click.url_id = batch.url_id and click.created_at = batch.created_at and click.id = batch.id)`

const lockAll: PreparedStatement = { name: 'lock_links', text: lockLinksSql(false, 'id', '$1::text[]') }
const lockUnlocked: PreparedStatement = { name: 'lock_unlocked_links', text: lockLinksSql(true, 'id', '$1::text[]') }

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
  locked_link as materialized (${lockLinksSql(skipsLocked, 'id', linkIdsParameter)}),
  inserted as (
    insert into click (${rowColumnNames})
    select ${rowColumnNames}
      from batch
     where url_id in (select id from locked_link)
    ${onConflict}
    returning url_id, is_bot),
  updated_link as (${addClicksSql('inserted where not is_bot')})
  ${leftOutSql}`,
})

/**
 * Fails when a click of the batch is stored. Looking for stored clicks in each batch would take a fifth of its time.
 */
const insertNew = createInsert('insert_clicks', '')
const insertMissing = createInsert('insert_missing_clicks', 'on conflict do nothing')
