import type { EntityManager } from '../database/database.ts'
import { executeUnlogged } from '../database/statements.ts'

/** Deletes some rows of a workspace, or of another owner, at most a slice, and returns how many. */
export type PurgeStep<T = string> = (em: EntityManager, owner: T) => Promise<number>

/** Rows deleted in one transaction. Rows that refer to them are deleted with them, and other work of the database waits. */
export const purgeSliceSize = 1_000

/** How the data of an owner is deleted when nobody can restore it any more: each module deletes what it has. */
export class Purge<T> {
  private readonly steps: PurgeStep<T>[] = []

  /** Modules call it in `create`. The steps of later modules run first: their rows refer to rows of earlier modules. */
  addSteps(...steps: readonly PurgeStep<T>[]): void {
    this.steps.unshift(...steps)
  }

  /** Deletes the next slice in the transaction of `em`. Returns false when nothing is left. */
  async deleteSlice(em: EntityManager, owner: T): Promise<boolean> {
    for (const step of this.steps) if ((await step(em, owner)) > 0) return true
    return false
  }
}

/** By the id of the workspace. */
export type WorkspacePurge = Purge<string>

/** The step for a table whose rows name their workspace. Raw SQL, because a delete of the ORM has no limit. */
export function deleteRowsOf(table: string, column = 'workspace_id'): PurgeStep {
  const sql = `
    delete from ${table}
     where ctid = any(array(select ctid from ${table} where ${column} = ? limit ${purgeSliceSize}))
    returning 1`
  return async (em, workspaceId) => (await executeUnlogged(em, sql, [workspaceId])).length
}
