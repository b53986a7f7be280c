import { CommandError } from '../../../platform/admin-command.ts'
import type { Database } from '../../../platform/database/database.ts'
import { identifyDatabase } from '../../../platform/database/database-identity.ts'
import { findUnknownMigration } from '../../../platform/database/migrations/schema-version.ts'
import { migrate } from '../../../platform/database/migrations.ts'
import { type Connection, countRows } from './database-description.ts'
import type { Manifest } from './manifest.ts'

/** Throws `CommandError` when the backup is of the other kind of database, or of a newer version. */
export function assertRestorable({ program, database }: Manifest, kind: Manifest['database']['kind']): void {
  if (database.kind !== kind)
    throw new CommandError(
      database.kind === 'folder'
        ? 'This is a backup of an embedded database. Restore it into a folder (DATABASE_URL=file:./folder), then move it to the server: npm run move -- postgres://...'
        : `This is a backup of a PostgreSQL server, made by Tack ${program}. Name a database of a server in DATABASE_URL.`,
    )
}

/**
 * Brings a restored database, which nobody uses yet, to this version. Throws `CommandError` when it is not what was backed
 * up, or is newer than this program. Returns the new id of the database.
 */
export async function completeDatabase(
  { orm }: Database,
  connection: Connection,
  { program, database: { migrations, rows } }: Manifest,
): Promise<string> {
  const unknown = findUnknownMigration(
    migrations.map((name) => ({ name })),
    orm.em,
  )
  if (unknown)
    throw new CommandError(
      `The backup was made by Tack ${program}, which is newer: this version does not know the migration ${unknown.name}. Restore it with Tack ${program} or later.`,
    )
  const found = await countRows(connection)
  for (const table of new Set([...Object.keys(rows), ...Object.keys(found)]))
    if (rows[table] !== found[table])
      throw new CommandError(
        `The restored table ${table} has ${found[table] ?? 'no'} rows instead of ${rows[table] ?? 'none'}. Use another backup.`,
      )
  await migrate(orm)
  // Nobody must take the copy for the original.
  await connection.query(`update database_identity set origin = ''`)
  return identifyDatabase(orm.em.fork())
}
