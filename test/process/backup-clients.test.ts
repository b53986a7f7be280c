import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { digestTables, dropRestorePoints, runCommand } from '../support/backups.ts'
import { shorten } from '../support/crash.ts'
import { startProcess } from '../support/process.ts'
import { type ProcessDatabase, processDatabase } from '../support/process-database.ts'

const statement = 'pg_restore: error: could not execute query: ERROR:  unrecognized configuration parameter'
const complaint = `${statement} "transaction_timeout"\\nCommand was: SET transaction_timeout = 0;\\n`

/** The client of this machine, which complains like version 18 in front of a server before 17: by `errors` statements. */
const newerClient = (client: string, errors: number) => `#!/bin/sh
case "$*" in
  --version) echo 'pg_restore (PostgreSQL) 18.1'; exit ;;
  *--exit-on-error*) printf '${complaint}' >&2; exit 1 ;;
esac
${client} "$@" || exit
printf '${complaint}pg_restore: warning: errors ignored on restore: ${errors}\\n' >&2
exit 1
`

let folder: string
let database: ProcessDatabase
let environment: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tack-clients-'))
  database = await processDatabase()
  environment = {
    DATABASE_URL: database.url,
    LOG_LEVEL: 'error',
    JWT_SECRET: 'a secret of at least thirty-two characters',
  }
  const service = await startProcess(environment)
  await shorten(service)
  service.child.kill('SIGTERM')
  await service.ended
  expect(await runCommand(environment, ['backup', join(folder, 'backup')])).toMatchObject({ code: 0 })
}, 120_000)
afterAll(async () => {
  await rm(folder, { recursive: true })
  await dropRestorePoints(database)
  await database.drop()
})

async function restoreWithNewerClient(errors: number) {
  const { stdout } = await promisify(execFile)('sh', ['-c', 'command -v pg_restore'])
  const file = join(folder, 'pg_restore')
  await writeFile(file, newerClient(stdout.trim(), errors))
  await chmod(file, 0o755)
  return runCommand({ ...environment, PATH: `${folder}:${process.env.PATH}` }, ['restore', join(folder, 'backup')])
}

it('restores on an older server with a newer client, which sets a parameter that the server does not know', async () => {
  const before = await digestTables(database.place)
  expect(await restoreWithNewerClient(1)).toMatchObject({ code: 0 })
  expect(await digestTables(database.place)).toEqual(before)
}, 120_000)

it('leaves the database as it is when anything else fails too', async () => {
  const before = await digestTables(database.place)
  expect(await restoreWithNewerClient(2)).toMatchObject({
    code: 1,
    output: expect.stringContaining('errors ignored on restore: 2'),
  })
  expect(await digestTables(database.place)).toEqual(before)
}, 120_000)
