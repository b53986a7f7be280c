import 'reflect-metadata'
import { setFlagsFromString } from 'node:v8'
import { TableNotFoundException } from '@mikro-orm/postgresql'
import { InvalidSetting, readSettings, type Settings } from './config.ts'
import { adminCommands, standaloneCommands, tables } from './modules.ts'
import {
  type AdminCommandResult,
  adminCall,
  CommandError,
  describeUsage,
  findCommand,
  runAdminCommand,
} from './platform/admin-command.ts'
import { UnknownSchema } from './platform/database/database.errors.ts'
import { openDatabase } from './platform/database/database.ts'
import { hasDatabase } from './platform/database/embedded/database-folder.ts'
import { FolderInUse } from './platform/database/embedded/folder-lock.ts'
import { callService } from './platform/operator-socket.ts'

/** The command line program of the operator. */
async function main(): Promise<void> {
  // The embedded database is compiled fast and not optimized afterwards: that takes 400 MB, and a command ends before it pays.
  setFlagsFromString('--liftoff-only --no-wasm-tier-up --no-wasm-dynamic-tiering')
  const { text, isDone } = await run(process.argv.slice(2))
  process.stdout.write(`${text}\n`)
  process.exitCode = isDone ? 0 : 1
}

async function run(args: readonly string[]): Promise<AdminCommandResult> {
  const usage = describeUsage([...adminCommands, ...standaloneCommands])
  if (/^(-h|--help|help)$/.test(args[0] ?? '')) return { text: usage, isDone: true }
  const settings = readSettings(process.env)
  if (findCommand(standaloneCommands, args)) {
    const report = (line: string) => process.stdout.write(`${line}\n`)
    return runAdminCommand(
      standaloneCommands,
      { settings, report, openDatabase: (place) => openDatabase({ place, tables }) },
      args,
    )
  }
  if (!findCommand(adminCommands, args)) return { text: usage, isDone: false }
  try {
    return await runAlone(settings, args)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    const call = await callService<AdminCommandResult>(settings.dataFolder, adminCall, ...args)
    if (!call) throw error
    return call.result
  }
}

const emptyDatabase =
  'There is nothing in this database yet. Start the service once, or name the right one in DATABASE_URL.'

async function runAlone(settings: Settings, args: readonly string[]): Promise<AdminCommandResult> {
  if (!hasDatabase(settings.database)) throw new CommandError(emptyDatabase)
  const database = await openDatabase({ place: settings.database, tables })
  try {
    return await runAdminCommand(adminCommands, { em: database.orm.em.fork(), settings }, args)
  } catch (error) {
    throw error instanceof TableNotFoundException ? new CommandError(emptyDatabase) : error
  } finally {
    await database.close()
  }
}

// As the service: backups, and the files of a restored database.
process.umask(0o077)
main().catch((error: unknown) => {
  // A path that cannot be used is for the operator to mend, as its message says.
  const isExpected =
    'path' in (error as object) ||
    [InvalidSetting, FolderInUse, UnknownSchema, CommandError].some((expected) => error instanceof expected)
  console.error(isExpected ? (error as Error).message : error)
  process.exit(1)
})
