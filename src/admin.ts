import 'reflect-metadata'
import { InvalidSetting, readSettings } from './config.ts'
import { Account, runAdminCommand } from './modules/accounts/index.ts'
import { openDatabase } from './platform/database/database.ts'
import { FolderInUse } from './platform/database/folder-lock.ts'

/** The command line program with which the operator lists, adds and removes admins. */
async function main(): Promise<void> {
  const database = await openDatabase({
    place: readSettings(process.env).database,
    tables: { entities: [Account], schema: [] },
  })
  try {
    const { text, isDone } = await runAdminCommand(database.orm.em.fork(), process.argv.slice(2))
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
