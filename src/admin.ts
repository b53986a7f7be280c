import 'reflect-metadata'
import { Account, adminCommand } from './accounts/index.ts'
import { readSettings, WrongSetting } from './config.ts'
import { FolderInUse } from './database/lock.ts'
import { openDatabase } from './database/open.ts'

/** Says who is an admin of the installation: a program of its own, run by the operator. */
async function main(): Promise<void> {
  const database = await openDatabase({ place: readSettings(process.env).database, entities: [Account] })
  try {
    const { text, isDone } = await adminCommand(database.orm.em.fork(), process.argv.slice(2))
    process.stdout.write(`${text}\n`)
    process.exitCode = isDone ? 0 : 1
  } finally {
    await database.close()
  }
}

main().catch((error: unknown) => {
  const isExpected = error instanceof WrongSetting || error instanceof FolderInUse
  console.error(isExpected ? error.message : error)
  process.exit(1)
})
