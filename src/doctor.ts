import 'reflect-metadata'
import { InvalidSetting, readSettings, type Settings } from './config.ts'
import { doctorChecks, tables } from './modules.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { hasDatabase } from './platform/database/embedded/database-folder.ts'
import { FolderInUse } from './platform/database/embedded/folder-lock.ts'
import { assertKnownSchema } from './platform/database/migrations/schema-version.ts'
import { getPool } from './platform/database/native-client.ts'
import { connectOnce, PoolerNotUsable } from './platform/database/wait-for-server.ts'
import {
  type DoctorLine,
  doctorCall,
  type Finding,
  formatLines,
  ok,
  problem,
  type QueryDatabase,
  queryWith,
  runChecks,
  sortLines,
  warning,
} from './platform/doctor/doctor.ts'
import { callService } from './platform/operator-socket.ts'

interface OpenedDatabase {
  /** Null when it cannot be read; then the finding says why. */
  readonly query: QueryDatabase | null
  readonly finding?: Finding
  /** What the service says that uses the embedded database, with everything that would be looked at here. */
  readonly report?: readonly DoctorLine[]
  close(): Promise<void>
}

const notOpened = (finding: Finding): OpenedDatabase => ({ query: null, finding, close: async () => undefined })

/** Opens the database to read it, beside a service or without one. */
async function openToRead({ database: place, dataFolder }: Settings): Promise<OpenedDatabase> {
  if (place.kind === 'memory') return notOpened(ok('DATABASE_URL=memory:// is in the process of the service alone.'))
  if (!hasDatabase(place))
    return notOpened(ok(`There is no database in ${dataFolder} yet. The first start creates it.`))
  let database: Database | undefined
  try {
    if (place.kind === 'server') await connectOnce(place.url)
    database = await openDatabase({ place, tables, poolSize: 2 })
    const pool = await getPool(database.orm)
    await pool.query('select 1')
    await assertKnownSchema(database.orm.em.fork())
    return { query: queryWith(pool), close: database.close }
  } catch (error) {
    await database?.close().catch(() => undefined)
    if (error instanceof FolderInUse) return askService(error, dataFolder)
    if (error instanceof PoolerNotUsable) return notOpened(problem(error.message))
    const { message, code } = error as Error & { readonly code?: string }
    return notOpened(
      problem(`The database cannot be used: ${message || code} Correct DATABASE_URL, or start the database.`),
    )
  }
}

async function askService({ pid }: FolderInUse, dataFolder: string): Promise<OpenedDatabase> {
  try {
    const call = await callService<{ readonly findings: readonly DoctorLine[] }>(dataFolder, doctorCall)
    if (call) return { query: null, report: call.result.findings, close: async () => undefined }
    return notOpened(
      warning(
        `Process ${pid} uses the embedded database and has no socket in ${dataFolder}, so its tables were not looked at. If it is starting, try again later.`,
      ),
    )
  } catch (error) {
    return notOpened(
      problem(`Process ${pid} uses the embedded database and does not answer. ${(error as Error).message}`),
    )
  }
}

/** Prints a line for each part of the installation, what is wrong first, and ends with 1 if something is. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const { query, finding, report, close } = await openToRead(settings)
  const context = { settings, query, now: () => new Date() }
  const found = report ?? (await runChecks(doctorChecks, context))
  const own: DoctorLine[] = finding ? [{ check: 'database', ...finding }] : []
  const lines = sortLines([...own, ...found])
  process.stdout.write(`${formatLines(lines)}\n`)
  await close().catch(() => undefined)
  // Connections that a check has left do not keep the process.
  process.exit(lines.some(({ status }) => status === 'error') ? 1 : 0)
}

// As the service: an embedded database writes files when it is opened.
process.umask(0o077)
main().catch((error: unknown) => {
  const { message } = error as Error
  process.stdout.write(`${formatLines(message.split('\n').map((text) => ({ check: 'settings', ...problem(text) })))}\n`)
  if (!(error instanceof InvalidSetting)) console.error(error)
  process.exit(1)
})
