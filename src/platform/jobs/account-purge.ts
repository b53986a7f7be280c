import { executeUnlogged } from '../database/statements.ts'
import { type Purge, type PurgeStep, purgeSliceSize } from './workspace-purge.ts'

/** An account that is being deleted, as it is named in rows that are not its own. */
export interface PurgedAccount {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly emailKey: string
}

/**
 * How an account is removed from what others keep, such as the activity log of a team. Rows that refer to the account by a
 * foreign key are deleted with it and need no step, unless they are many.
 */
export type AccountPurge = Purge<PurgedAccount>

/** What stands in the place of an account that was deleted. */
export const deletedAccountId = 'deleted'

/**
 * The step for a column with ids of accounts that has no foreign key: the id is replaced by `deletedAccountId`. Raw SQL,
 * because an update of the ORM has no limit.
 */
export function forgetAccountIn(table: string, column: string): PurgeStep<PurgedAccount> {
  return replaceIn(table, column, `'${deletedAccountId}'`)
}

/** The same for a column with a foreign key, which refers to no account from then on. */
export function detachAccountIn(table: string, column: string): PurgeStep<PurgedAccount> {
  return replaceIn(table, column, 'null')
}

function replaceIn(table: string, column: string, value: string): PurgeStep<PurgedAccount> {
  const sql = `
    update ${table} set ${column} = ${value}
     where ctid = any(array(select ctid from ${table} where ${column} = ? limit ${purgeSliceSize} for update))
    returning 1`
  return async (em, { id }) => (await executeUnlogged(em, sql, [id])).length
}
