import type { EntityManager } from '../../../platform/database/database.ts'
import { executeUnlogged, withoutQueryLog } from '../../../platform/database/statements.ts'
import {
  type CommittedEvents,
  finishedTransactionsSql,
  maxBatchSize,
  type TransactionEvent,
  takeWholeTransactions,
} from '../../../platform/graphql/subscriptions/committed-events.ts'
import { type PurgeStep, purgeSliceSize } from '../../../platform/jobs/workspace-purge.ts'
import type { ImportRowError } from './import.types.ts'

// Raw SQL, because rows are written in slices, errors are read for many imports at once, and progress is found by the
// transaction that made it.

export async function insertRowErrors(
  em: EntityManager,
  importId: string,
  errors: readonly ImportRowError[],
): Promise<void> {
  if (errors.length === 0) return
  const sql = `
    insert into link_import_error (import_id, row, code, message, issues, cells)
    select ?, error.* from jsonb_to_recordset(?::jsonb) as error (row int, code text, message text, issues jsonb, cells jsonb)`
  await executeUnlogged(em, sql, [importId, JSON.stringify(errors)])
}

/** The first errors of each import. */
export async function readFirstErrors(
  em: EntityManager,
  importIds: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, ImportRowError[]>> {
  const rows = await em.execute<({ import_id: string } & ImportRowError)[]>(
    `select error.* from jsonb_array_elements_text(?::jsonb) as id
      cross join lateral (
        select import_id, row, code, message, issues, cells from link_import_error where import_id = id order by row limit ?) as error
      order by error.row`,
    [JSON.stringify(importIds), limit],
  )
  const errors = rows.map(({ import_id, ...error }) => ({ import_id, error }))
  const byImport = Map.groupBy(errors, ({ import_id }) => import_id)
  return new Map([...byImport].map(([id, group]) => [id, group.map(({ error }) => error)]))
}

const errorPageSize = 1_000

type PlainRowError = Pick<ImportRowError, 'row' | 'code' | 'message'>

/** All errors of an import in the order of its rows, in pages. Each page is its own statement. */
export async function* readErrors(em: EntityManager, importId: string): AsyncGenerator<readonly PlainRowError[]> {
  let last = 0
  for (;;) {
    const sql = 'select row, code, message from link_import_error where import_id = ? and row > ? order by row limit ?'
    const page = await executeUnlogged<PlainRowError>(em, sql, [importId, last, errorPageSize])
    if (page.length > 0) yield page
    last = page.at(-1)?.row ?? 0
    if (page.length < errorPageSize) return
  }
}

/** An import whose last change is in this transaction. */
export interface ImportChange extends TransactionEvent {
  readonly id: string
}

export async function takeSnapshot(em: EntityManager): Promise<string> {
  const [row] = await em.execute<{ snapshot: string }[]>('select pg_current_snapshot()::text as snapshot')
  return row?.snapshot ?? ''
}

/** Finds which of the imports have changed in finished transactions from `from` on, and which of them still exist. */
export async function readImportChanges(
  em: EntityManager,
  from: bigint,
  importIds: readonly string[],
): Promise<CommittedEvents<ImportChange> & { readonly existingIds: ReadonlySet<string> }> {
  const sql = `
    with ${finishedTransactionsSql}
    select mark.upto::text as upto, link_import.id,
           case when link_import.tx >= ?::bigint and link_import.tx < mark.upto then link_import.tx::text end as tx
      from mark
      left join link_import on link_import.id in (select jsonb_array_elements_text(?::jsonb))
     order by link_import.tx
     limit ?`
  type Row = { upto: string; id: string | null; tx: string | null }
  const rows = await em.execute<Row[]>(sql, [String(from), JSON.stringify(importIds), maxBatchSize], 'all', {
    ...withoutQueryLog().loggerContext,
  })
  const changes = rows.flatMap(({ id, tx }) => (id !== null && tx !== null ? [{ id, tx }] : []))
  const existingIds = new Set(rows.flatMap(({ id }) => id ?? []))
  return { ...takeWholeTransactions(changes, BigInt(rows[0]?.upto ?? from)), existingIds }
}

/** Runs before the purge of the imports, because deleting an import would delete all its errors in one statement. */
export const deleteRowErrorsOfWorkspace: PurgeStep = async (em, workspaceId) => {
  const sql = `
    delete from link_import_error
     where ctid = any(array(
       select error.ctid from link_import_error as error join link_import on link_import.id = error.import_id
        where link_import.workspace_id = ? limit ${purgeSliceSize}))
    returning 1`
  return (await executeUnlogged(em, sql, [workspaceId])).length
}
