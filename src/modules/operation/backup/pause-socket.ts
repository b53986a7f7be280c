import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { CommandError } from '../../../platform/admin-command.ts'
import type { Orm } from '../../../platform/database/database.ts'
import { holdStatements } from '../../../platform/database/native-client.ts'
import { inBackground } from '../../../platform/shared/event-loop/background.ts'
import type { Logger } from '../../../platform/shared/logger.ts'
import { secondMs, withTimeout } from '../../../platform/shared/time.ts'

/**
 * The command for backups reaches the service that has opened the embedded database through a socket in its folder, which only
 * the owner of the folder can open. It says `pause`, reads `paused`, copies, says `resume` and reads `resumed`. When
 * the command disappears, its connection ends, and so does the pause.
 */

/** The longest name of a socket: 107 bytes on Linux, 103 on macOS. */
const maxPathBytes = 103

/** The connection of the database is taken back after 30 s. */
const maxPauseMs = 20 * secondMs

/** Longer than any statement may take. */
const maxWaitMs = 90 * secondMs

/** The socket for a data folder; null when its name is too long. */
function socketPath(dataFolder: string): string | null {
  const path = join(dataFolder, 'tack.sock')
  const [short = ''] = [path, relative(process.cwd(), path)].toSorted((one, other) => one.length - other.length)
  return Buffer.byteLength(short) <= maxPathBytes ? short : null
}

/** Lets a backup pause the statements of the embedded database. */
export class PauseSocket {
  private server: Server | undefined
  private connection: Socket | undefined

  constructor(
    private readonly orm: Orm,
    private readonly dataFolder: string,
    private readonly log: Pick<Logger, 'info' | 'warn' | 'error'>,
  ) {}

  /** Listens. Without a socket the service works, and a backup needs it stopped. */
  async open(): Promise<void> {
    const path = socketPath(this.dataFolder)
    const warn = (reason: string) =>
      this.log.warn({ reason }, 'backups need this service stopped, because it has no socket in its data folder')
    if (path === null) return warn('the path of the folder is too long')
    const server = createServer((socket) => this.serve(socket))
    try {
      // One of a process that was killed. This process holds the lock of the folder.
      await rm(path, { force: true })
      await once(server.listen(path), 'listening')
      await chmod(path, 0o600)
      this.server = server.unref()
    } catch (error) {
      server.close()
      warn((error as Error).message)
    }
  }

  /** Ends a pause, and removes the socket. */
  async close(): Promise<void> {
    this.connection?.destroy()
    const { server } = this
    if (server) await new Promise((resolve) => server.close(resolve))
  }

  private serve(socket: Socket): void {
    socket.on('error', () => undefined)
    if (this.connection) {
      socket.end('busy\n')
      return
    }
    this.connection = socket
    socket.once('close', () => {
      this.connection = undefined
    })
    createInterface(socket).once('line', (line) => {
      if (line === 'pause') inBackground(this.pause(socket), 'the pause for a backup', this.log)
      else socket.end()
    })
  }

  private async pause(socket: Socket): Promise<void> {
    await holdStatements(this.orm, async () => {
      if (socket.destroyed) return
      const startedAt = performance.now()
      const ended = Promise.race([once(socket, 'data'), once(socket, 'close'), once(socket, 'end')])
      socket.write('paused\n')
      const isInTime = await withTimeout(maxPauseMs, ended).then(
        () => true,
        () => false,
      )
      const pauseMs = Math.round(performance.now() - startedAt)
      if (isInTime) this.log.info({ pauseMs }, 'the database was paused for a backup')
      else this.log.error({ pauseMs }, 'a backup took too long to copy the database, and is refused')
      if (isInTime) socket.write('resumed\n')
    })
    socket.end()
  }
}

/** A pause that the service grants. Null when no service listens. */
export async function pauseService(dataFolder: string): Promise<{ resume(): Promise<void> } | null> {
  const path = socketPath(dataFolder)
  if (path === null) return null
  const socket = connect(path)
  socket.on('error', () => undefined)
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  if (!isConnected) return null
  const lines = createInterface(socket)[Symbol.asyncIterator]()
  const expectLine = async (expected: string, sentence: string) => {
    const { value } = await withTimeout(maxWaitMs, lines.next()).catch(() => ({ value: undefined }))
    if (value === expected) return
    socket.destroy()
    throw new CommandError(sentence)
  }
  socket.write('pause\n')
  await expectLine('paused', 'The service does not pause its database: another backup runs, or it stops. Try again.')
  return {
    resume: async () => {
      socket.write('resume\n')
      await expectLine(
        'resumed',
        `Copying the database took more than ${maxPauseMs / secondMs} seconds, or the service has ended meanwhile. Stop the service and make the backup then.`,
      )
      socket.destroy()
    },
  }
}
