import { execFile } from 'node:child_process'
import { rename, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServiceProcess, startProcess } from '../support/process.ts'
import { type ProcessDatabase, processFolder } from '../support/process-database.ts'

let database: ProcessDatabase
let environment: Record<string, string>
let service: ServiceProcess
let account: { readonly id: string; readonly token: string }
beforeAll(async () => {
  database = await processFolder()
  const secret = 'a secret that only the tests of this project know'
  environment = { DATABASE_URL: database.url, JWT_SECRET: secret, LOG_LEVEL: 'error' }
  service = await startProcess(environment)
  const body = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${service.base}/v1/auth/register`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const { token, user } = (await answer.json()) as { token: string; user: { id: string } }
  account = { id: user.id, token }
})
afterAll(async () => {
  service.child.kill('SIGTERM')
  await service.ended
  await database.drop()
})

/** Runs the admin command; returns its output and exit code. */
function admin(...given: string[]): Promise<{ code: unknown; output: string }> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, ['dist/admin.js', ...given], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, output: out + err }),
    )
  })
}

const reviews = async () =>
  (await fetch(`${service.base}/v1/abuse/reviews`, { headers: { authorization: `Bearer ${account.token}` } })).status

it('makes an account an admin beside the service that uses the embedded database, and without it', async () => {
  expect(await reviews()).toBe(403)
  expect(await admin('grant', account.id)).toEqual({ code: 0, output: expect.stringContaining(`${account.id}  admin`) })
  expect(await reviews()).toBe(200)
  expect(await admin('revoke', account.id)).toEqual({ code: 0, output: expect.stringContaining(`${account.id}  user`) })
  expect(await reviews()).toBe(403)
  // Both at once.
  const lists = await Promise.all([admin('list'), admin('list')])
  expect(lists.map(({ output }) => output.trim())).toEqual(Array(2).fill('There is no admin.'))
  service.child.kill('SIGTERM')
  await service.ended
  expect(await admin('grant', account.id)).toEqual({ code: 0, output: expect.stringContaining(`${account.id}  admin`) })
  service = await startProcess(environment)
  expect(await reviews()).toBe(200)
})

it('says which process uses the database when it cannot be asked', async () => {
  const socket = join(database.url.slice('file:'.length), 'tack.sock')
  await rename(socket, `${socket}.away`)
  const refused = await admin('list')
  await rename(`${socket}.away`, socket)
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('is in use by process')])
})

it('answers nonsense on the socket with nothing, and goes on', async () => {
  const path = join(database.url.slice('file:'.length), 'tack.sock')
  expect((await stat(path)).mode & 0o077).toBe(0)
  for (const line of ['', '{', '[]', '["shutdown"]', '[["admin"]]', '{"act":"admin"}', 'x'.repeat(100_000)]) {
    const socket = connect(path)
    socket.end(`${line}\n`)
    expect(await text(socket)).toBe('')
  }
  expect(await admin('list')).toMatchObject({ code: 0 })
})

it('creates no database, and says how to use it', async () => {
  const elsewhere = `${database.url}-nothing`
  const env = { PATH: process.env.PATH, DATABASE_URL: elsewhere }
  const runAt = (...args: string[]) => promisify(execFile)(process.execPath, ['dist/admin.js', ...args], { env })
  await expect(runAt('list')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is nothing.*\n$/),
  })
  await expect(stat(elsewhere.slice('file:'.length))).rejects.toThrow('ENOENT')
  expect((await runAt('--help')).stdout).toContain('admin backup <file>')
})
