import { join } from 'node:path'
import type { Client } from 'pg'
import { type AdminCommandResult, CommandError, type StandaloneContext } from '../../../../platform/admin-command.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { moveMarkSql, unfinishedMoveMark } from '../../../../platform/database/database-identity.ts'
import { migrate } from '../../../../platform/database/migrations.ts'
import { getPool } from '../../../../platform/database/native-client.ts'
import { secretFile } from '../../../../platform/shared/keyring.ts'
import { type Connection, listTables } from '../database-description.ts'
import { connectTo, databaseName } from '../server-databases.ts'
import { explainInUse } from '../work-folder.ts'
import {
  type CopiedTable,
  copySequences,
  copyTable,
  listCopiedTables,
  prepareTables,
  summarizeTable,
  suspendConstraints,
  useCommonFormats,
} from './table-copy.ts'

/**
 * Copies the embedded database to an empty database of a server, row by row, because the embedded one may be a newer PostgreSQL. All
 * rows arrive in one transaction, after every table was compared. The embedded database stays as it is.
 */
export async function move(context: StandaloneContext, url: string): Promise<AdminCommandResult> {
  const { database: place, dataFolder } = context.settings
  if (place.kind !== 'folder')
    throw new CommandError('Only an embedded database is moved. Name its folder in DATABASE_URL, such as file:./data.')
  if (!/^postgres(ql)?:\/\/./.test(url) || !URL.canParse(url))
    throw new CommandError(
      'Name an empty database of a server: npm run move -- postgres://user:password@host:5432/name',
    )
  const source = await context
    .openDatabase(place)
    .catch(explainInUse((pid) => `Process ${pid} uses ${dataFolder}. Stop the service, then move its database.`))
  try {
    await assertMigrated(source)
    const client = await connectTo(url).catch((error: Error) => {
      throw new CommandError(
        `The server cannot be used: ${error.message}. Create an empty database there, and name it.`,
      )
    })
    try {
      await prepareTarget(context, url, client)
      const from = await getPool(source.orm)
      const lines = await copyAll(context, from, client)
      const { rows } = await from.query<{ id: string }>('select id from database_identity')
      return { text: [...lines, describeNextSteps(url, dataFolder, rows[0]?.id ?? '')].join('\n'), isDone: true }
    } finally {
      await client.end()
    }
  } finally {
    await source.close()
  }
}

async function assertMigrated({ orm }: Database): Promise<void> {
  const pending = await orm.migrator.getPending()
  if (pending.length > 0)
    throw new CommandError(
      'The embedded database is of an older version. Start the service once with this version, stop it, then move.',
    )
}

/** Creates the tables in an empty database, or in one that a killed move has left. */
async function prepareTarget({ openDatabase }: StandaloneContext, url: string, client: Client): Promise<void> {
  const { rows } = await client.query<{ mark: string | null }>(moveMarkSql)
  if (rows[0]?.mark !== unfinishedMoveMark) {
    const [table] = await listTables(client)
    if (table !== undefined)
      throw new CommandError(
        `The database ${databaseName(url)} is not empty: it has the table ${table}. Name an empty one. Nothing was changed.`,
      )
  }
  const target = await openDatabase({ kind: 'server', url })
  try {
    await migrate(target.orm)
  } finally {
    await target.close()
  }
  await client.query(`comment on table mikro_orm_migrations is '${unfinishedMoveMark}'`)
}

/** Returns a line for each table. */
async function copyAll({ report }: StandaloneContext, source: Connection, target: Client): Promise<string[]> {
  for (const connection of [source, target]) await useCommonFormats(connection)
  const tables = await listCopiedTables(source)
  const lines: string[] = []
  await target.query('begin')
  await prepareTables(target, tables)
  const restoreConstraints = await suspendConstraints(target)
  for (const table of tables) {
    const count = await copyTable(source, target, table)
    await assertSame(source, target, table)
    if (count > 0) lines.push(`${table.name}  ${count} rows, the same on both sides`)
    if (count > 100_000) report(`${table.name}: ${count} rows`)
  }
  await copySequences(source, target)
  await restoreConstraints()
  await target.query('comment on table mikro_orm_migrations is null')
  await target.query('commit')
  await target.query('analyze')
  const emptyCount = tables.length - lines.length
  return [...lines, `${emptyCount} other tables are empty on both sides.`]
}

async function assertSame(source: Connection, target: Connection, table: CopiedTable): Promise<void> {
  const [expected, found] = [await summarizeTable(source, table), await summarizeTable(target, table)]
  if (expected !== found)
    throw new CommandError(
      `The rows of ${table.name} differ after the copy (${expected} and ${found}). Nothing was moved: report this as a fault of Tack.`,
    )
}

function describeNextSteps(url: string, dataFolder: string, formerId: string): string {
  const shown = new URL(url)
  if (shown.password !== '') shown.password = '...'
  return `
The database is on the server. The embedded one in ${dataFolder} is as it was.

1. Set DATABASE_URL=${shown.href}
2. Without JWT_SECRET, set it to the content of ${join(dataFolder, secretFile)}: sessions, API keys and webhooks depend on it.
3. Start the service. If clicks wait in ${dataFolder}/journal, its log names them:
   npm run admin -- take-over-journal ${formerId}`
}
