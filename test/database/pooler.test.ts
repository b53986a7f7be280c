import { execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { PoolerNotUsable, whenDatabaseAnswers } from '../../src/platform/database/wait-for-server.ts'
import { freePort } from '../support/port.ts'

/** PgBouncer in front of the server, as operators put it there. */

const server = new URL(process.env.TEST_DATABASE_URL ?? '')
const ignored = 'extra_float_digits, statement_timeout, lock_timeout, idle_in_transaction_session_timeout'

function isInstalled(): boolean {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

beforeEach(({ skip }) => {
  if (!isInstalled()) skip('PgBouncer is not installed (Debian: apt-get install pgbouncer).')
})

/** Starts it with this setting, and returns the URL of the database behind it. */
async function startPooler(setting: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tack-pooler-'))
  const port = await freePort()
  const lines = [
    '[databases]',
    `* = host=${server.hostname} port=${server.port || 5432} user=${server.username}${server.password && ` password=${server.password}`}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any`,
    setting,
  ]
  await writeFile(join(folder, 'pgbouncer.ini'), lines.join('\n'))
  for (const path of [folder, join(folder, 'pgbouncer.ini')]) await chmod(path, 0o755)
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const pooler = spawn('pgbouncer', ['-q', ...user, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  onTestFinished(async () => {
    pooler.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  await expect.poll(() => accepts(port), { timeout: 20_000 }).toBe(true)
  return `postgres://${server.username}@127.0.0.1:${port}${server.pathname}`
}

const startBehind = async (setting: string) =>
  whenDatabaseAnswers(
    await startPooler(setting),
    () => undefined,
    async () => 'started',
  )

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })
}

const start = (url: string) =>
  whenDatabaseAnswers(
    url,
    () => undefined,
    async () => 'started',
  )

it.each([
  ['in transaction mode', `pool_mode = transaction\nignore_startup_parameters = ${ignored}`, 'in transaction mode'],
  ['as it is installed', '', 'refuses the time limits'],
])('a pooler %s ends the start with a sentence that says what to set', async (_, setting, text) => {
  const starting = start(await startPooler(setting))
  await expect(starting).rejects.toThrow(PoolerNotUsable)
  await expect(starting).rejects.toThrow(text)
  await expect(starting).rejects.toThrow('pool_mode = session')
})

it('a pooler in session mode, with what the sentence says, is used', async () => {
  expect(await startBehind(`pool_mode = session\nignore_startup_parameters = ${ignored}`)).toBe('started')
})
