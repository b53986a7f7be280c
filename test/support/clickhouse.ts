import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Why the tests with ClickHouse are skipped; false runs them. */
export const withoutClickHouse: boolean = !existsSync('test/clickhouse/node_modules/chdb')
if (withoutClickHouse)
  console.warn(
    'Tests with ClickHouse are skipped: install its library with npm install --no-save --prefix test/clickhouse.',
  )

/** A ClickHouse of one test file: the real engine as a library, behind HTTP (`test/clickhouse/server.ts`). */
export interface TestClickHouse {
  /** A value for `CLICKS_URL`. */
  readonly url: string
  readonly pid: number
  /** Ends the process as a crash does. What it has accepted stays in its folder. */
  kill(): Promise<void>
  /** Starts it again on the same port and folder. */
  start(): Promise<void>
  /** Stops the process without ending it: connections are accepted, and nothing is answered. */
  freeze(isFrozen: boolean): void
  /** Ends the process and deletes its folder. */
  close(): Promise<void>
}

export async function startClickHouse(): Promise<TestClickHouse> {
  const folder = await mkdtemp(join(tmpdir(), 'tack-clickhouse-'))
  let child: ChildProcess
  let port = 0
  const start = async () => {
    child = spawn(process.execPath, ['test/clickhouse/server.ts', folder, String(port)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    if (child.stdout === null) throw new Error('The process has no output.')
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    port = Number(line.toString())
  }
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await start()
  await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: 'create database tack' })
  return {
    url: `http://tack:secret@127.0.0.1:${port}/tack`,
    get pid() {
      return child.pid ?? 0
    },
    kill,
    start,
    freeze: (isFrozen) => child.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    close: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
