import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { CommandError } from './admin-command.ts'
import { inBackground } from './shared/event-loop/background.ts'
import type { Logger } from './shared/logger.ts'
import { minuteMs, withTimeout } from './shared/time.ts'

/**
 * One process can open the embedded database. Programs of the operator reach the service that has opened it through a socket in its
 * folder, which only the owner of the folder can open. The first line is an act with its arguments, as JSON; what follows
 * is agreed between both sides of the act.
 */

/** The longest name of a socket: 107 bytes on Linux, 103 on macOS. */
const maxPathBytes = 103

/** What the service does for a program. The connection is closed when it ends, or when it fails. */
export type OperatorAct = (socket: Socket, args: readonly string[]) => Promise<void>

/** The answer to a call. */
type Answer<T = unknown> = { readonly result: T } | { readonly problem: string }

/** The socket for a data folder; null when its name is too long. */
function socketPath(dataFolder: string): string | null {
  const path = join(dataFolder, 'tack.sock')
  const [short = ''] = [path, relative(process.cwd(), path)].toSorted((one, other) => one.length - other.length)
  return Buffer.byteLength(short) <= maxPathBytes ? short : null
}

/** The side of the service. */
export class OperatorSocket {
  private server: Server | undefined
  private readonly acts = new Map<string, OperatorAct>()
  private readonly connections = new Set<Socket>()

  constructor(
    private readonly dataFolder: string,
    private readonly log: Pick<Logger, 'info' | 'warn' | 'error'>,
  ) {}

  addAct(name: string, act: OperatorAct): void {
    this.acts.set(name, act)
  }

  /** Adds an act whose only line is its result, for `callService`. */
  addCall(name: string, call: (args: readonly string[]) => Promise<unknown>): void {
    this.addAct(name, async (socket, args) => {
      const answer = await call(args).then(
        (result): Answer => ({ result }),
        (error: unknown): Answer => {
          if (error instanceof CommandError) return { problem: error.message }
          this.log.error({ err: error, act: name }, 'a program of the operator has failed')
          return { problem: `It failed, and the log of the service says why: ${(error as Error).message}` }
        },
      )
      socket.write(`${JSON.stringify(answer)}\n`)
    })
  }

  /** Listens. Without a socket the service works, and the programs need it stopped. */
  async listen(): Promise<void> {
    const path = socketPath(this.dataFolder)
    const warn = (reason: string) =>
      this.log.warn(
        { reason },
        'backups and commands need this service stopped, because it has no socket in its data folder',
      )
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

  /** Ends all acts, and removes the socket. */
  async close(): Promise<void> {
    for (const socket of this.connections) socket.destroy()
    const { server } = this
    if (server) await new Promise((resolve) => server.close(resolve))
  }

  private serve(socket: Socket): void {
    this.connections.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => this.connections.delete(socket))
    createInterface(socket).once('line', (line) => {
      const [name = '', ...args] = parseRequest(line)
      const act = this.acts.get(name)
      const done = act ? act(socket, args) : Promise.resolve()
      inBackground(
        done.finally(() => socket.end()),
        'an act for a program of the operator',
        this.log,
      )
    })
  }
}

function parseRequest(line: string): readonly string[] {
  try {
    const request: unknown = JSON.parse(line)
    return Array.isArray(request) && request.every((each) => typeof each === 'string') ? request : []
  } catch {
    return []
  }
}

/** Begins an act of the service that uses a data folder. Null when no service listens. */
export async function connectToService(dataFolder: string, ...request: readonly string[]): Promise<Socket | null> {
  const path = socketPath(dataFolder)
  if (path === null) return null
  const socket = connect(path)
  socket.on('error', () => undefined)
  const isConnected = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  if (!isConnected) return null
  socket.write(`${JSON.stringify(request)}\n`)
  return socket
}

/** The result of a call. Null when no service listens. Throws `CommandError` when the service refuses, ends, or takes longer than a minute. */
export async function callService<T>(
  dataFolder: string,
  ...request: readonly string[]
): Promise<{ readonly result: T } | null> {
  const socket = await connectToService(dataFolder, ...request)
  if (!socket) return null
  try {
    const lines = createInterface(socket)[Symbol.asyncIterator]()
    const { value } = await withTimeout(minuteMs, lines.next()).catch(() => ({ value: undefined }))
    if (value === undefined) throw new CommandError('The service has not answered. Look at its log, and try again.')
    const answer = JSON.parse(value) as Answer<T>
    if ('problem' in answer) throw new CommandError(answer.problem)
    return answer
  } finally {
    socket.destroy()
  }
}
