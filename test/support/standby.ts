import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './port.ts'

/** The folder of the programs of the newest PostgreSQL that is installed, as Debian has it; undefined without any. */
export const serverPrograms = globSync('/usr/lib/postgresql/*/bin')
  .filter((folder) => ['initdb', 'postgres', 'pg_basebackup'].every((name) => existsSync(join(folder, name))))
  .toSorted((one, other) => Number(one.split('/').at(-2)) - Number(other.split('/').at(-2)))
  .at(-1)

const startTimeoutMs = 30_000

/** The user of the servers: they refuse to run as root. */
const user =
  process.getuid?.() === 0
    ? { uid: idOf('-u'), gid: idOf('-g') }
    : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

function idOf(option: string): number {
  return Number(execFileSync('id', [option, 'postgres']))
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(join(serverPrograms ?? '', program), args, { ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (text: Buffer) => (errors += text))
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${errors}`)
}

/** A PostgreSQL server of its own: a primary, or a replica that streams from it. */
export class OwnServer {
  private child: ChildProcess | undefined

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly settings: readonly string[],
  ) {}

  /** Creates a primary and starts it. */
  static async create(settings: readonly string[] = []): Promise<OwnServer> {
    const folder = await mkdtemp(join(tmpdir(), 'tack-server-'))
    await chown(folder, user.uid, user.gid)
    const server = new OwnServer(folder, await freePort(), settings)
    await run('initdb', ['-D', server.data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'])
    await server.start()
    return server
  }

  /** Copies this server while it runs, and starts the copy as its replica. */
  async replicate(settings: readonly string[] = []): Promise<OwnServer> {
    const folder = await mkdtemp(join(tmpdir(), 'tack-replica-'))
    await chown(folder, user.uid, user.gid)
    const replica = new OwnServer(folder, await freePort(), settings)
    await this.copyTo(replica)
    await replica.start()
    return replica
  }

  /** Makes a replica, which is not running, a new copy of this server, at the same address. */
  async replicateAgain(replica: OwnServer): Promise<void> {
    await rm(replica.data, { recursive: true })
    await this.copyTo(replica)
    await replica.start()
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`
  }

  get address(): string {
    return `127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const settings = ['fsync=off', `unix_socket_directories=${this.folder}`, ...this.settings]
    const args = [
      '-D',
      this.data,
      '-h',
      '127.0.0.1',
      '-p',
      String(this.port),
      ...settings.flatMap((each) => ['-c', each]),
    ]
    this.child = spawn(join(serverPrograms ?? '', 'postgres'), args, { ...user, stdio: 'ignore' })
    for (const startedAt = performance.now(); ; await pause(50)) {
      const error = await this.query('select 1').then(
        () => null,
        (reason: unknown) => reason,
      )
      if (error === null) return
      if (performance.now() - startedAt > startTimeoutMs) throw error
    }
  }

  /** Ends all its processes at once, as a lost machine does. */
  async kill(): Promise<void> {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    this.signal('SIGKILL')
    await ended
  }

  /** Lets all its processes stand still (`SIGSTOP`) or go on (`SIGCONT`). */
  signal(signal: NodeJS.Signals): void {
    const { pid } = this.child ?? {}
    if (pid === undefined) throw new Error('The server has not been started.')
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    // The first process, which would say good-bye for the others, is first.
    for (const each of [pid, ...children.trim().split(/\s+/).map(Number)]) {
      try {
        process.kill(each, signal)
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  /** Runs one statement on a connection of its own. */
  async query<T extends object = object>(sql: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.url, application_name: 'a test' })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<T>(sql)).rows
    } finally {
      await client.end()
    }
  }

  async remove(): Promise<void> {
    await this.kill()
    await rm(this.folder, { recursive: true, force: true })
  }

  private get data(): string {
    return join(this.folder, 'data')
  }

  private async copyTo(replica: OwnServer): Promise<void> {
    await mkdir(replica.data, { mode: 0o700 })
    await chown(replica.data, user.uid, user.gid)
    const source = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'postgres']
    await run('pg_basebackup', [...source, '-D', replica.data, '-R', '-c', 'fast', '--no-sync'])
  }
}
