import 'reflect-metadata'
import { InvalidSetting, readSettings } from './config.ts'
import { adminCommands, tables } from './modules.ts'
import { runAdminCommand } from './platform/admin-command.ts'
import { openDatabase } from './platform/database/database.ts'
import { FolderInUse } from './platform/database/embedded/folder-lock.ts'

/** The command line program of the operator. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const database = await openDatabase({ place: settings.database, tables })
  try {
    const { text, isDone } = await runAdminCommand(
      adminCommands,
      { em: database.orm.em.fork(), settings },
      process.argv.slice(2),
    )
    process.stdout.write(`${text}\n`)
    process.exitCode = isDone ? 0 : 1
  } finally {
    await database.close()
  }
}

main().catch((error: unknown) => {
  const isExpected = [InvalidSetting, FolderInUse].some((expected) => error instanceof expected)
  console.error(isExpected ? (error as Error).message : error)
  process.exit(1)
})
