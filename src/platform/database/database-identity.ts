import { newId } from '../shared/ids.ts'
import { UnfinishedMove } from './database.errors.ts'
import type { EntityManager } from './database.ts'
import { executeUnlogged } from './statements.ts'

/** Where the server keeps the database. It is the same after a standby takes over, and another for a restored dump. */
const originSql = `
  select system_identifier || '/' || (select oid from pg_database where datname = current_database())
    from pg_control_system()`

/** On the table of migrations of the target of a move, until all rows are there. */
export const unfinishedMoveMark = 'An unfinished move of Tack.'

/** Returns the comment on the table of migrations. */
export const moveMarkSql = `select obj_description(to_regclass('mikro_orm_migrations'), 'pg_class') as mark`

/**
 * The id of the database, which is stored in it. A database that was restored from a dump gets a new id, so that nobody
 * mistakes it for the original. Call this after the migrations; nodes may do so at the same time. Throws `UnfinishedMove`.
 */
export async function identifyDatabase(em: EntityManager): Promise<string> {
  const [table] = await executeUnlogged<{ mark: string | null }>(em, moveMarkSql)
  if (table?.mark === unfinishedMoveMark) throw new UnfinishedMove()
  await executeUnlogged(em, identifySql, [newId('dbs', new Date())])
  const [row] = await executeUnlogged<{ id: string }>(em, 'select id from database_identity')
  return (row as { id: string }).id
}

const identifySql = `
  insert into database_identity (number, id, origin) values (1, ?, (${originSql}))
      on conflict (number) do update
     set id = excluded.id, origin = excluded.origin
   where database_identity.origin <> excluded.origin`
