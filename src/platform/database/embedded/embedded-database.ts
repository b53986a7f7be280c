import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { EmbeddedWorkerData, EmbeddedWorkerRequest } from './embedded-worker.ts'
import { type FolderLock, FolderLost, lockFolder } from './folder-lock.ts'
import { finishFolderSwap } from './folder-swap.ts'

/** The compiled service has the file beside its bundle. */
const workerFile = new URL(`./embedded-worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)

/** How often it is checked that the folder is still the one that was opened. */
const folderCheckMs = 1_000

/** The thread of the embedded database ended. A lost connection to a server has the same code. */
export class EmbeddedDatabaseLost extends Error {
  override readonly name = 'EmbeddedDatabaseLost'
  readonly code = 'ECONNRESET'
}

/**
 * The thread ended by itself, or the folder is gone. A database in memory is lost with its thread; one in a folder is opened
 * again when it is needed.
 */
export interface EmbeddedDatabaseCrash {
  readonly error: Error
  readonly isLost: boolean
}

/**
 * PGlite in a thread of its own, so that no statement blocks the event loop. A database in a folder is locked by this
 * process while it is open.
 */
export class EmbeddedDatabase {
  private readonly data: EmbeddedWorkerData
  private readonly keptListeners: (() => void)[] = []
  private readonly lock: FolderLock | null
  private readonly folderCheck: NodeJS.Timeout | undefined
  private readonly crashListeners: ((crash: EmbeddedDatabaseCrash) => void)[] = []
  private thread: Promise<Worker> | undefined
  private onLost: (() => void) | undefined
  private isClosing = false
  private ownIsLost = false
  private ownStatementLimitMs: number | undefined

  private constructor(data: EmbeddedWorkerData, lock: FolderLock | null) {
    this.data = data
    this.lock = lock
    if (lock) this.folderCheck = setInterval(() => this.checkFolder(lock), folderCheckMs).unref()
  }

  /**
   * Starts a database in memory, or in a folder. A new one starts from the files of an empty database, and one in memory
   * from `seed` (a dumped data folder), if given: creating them takes seconds. Throws `FolderInUse`.
   */
  static async start(folder: string | null, seed?: Blob): Promise<EmbeddedDatabase> {
    if (folder !== null) await mkdir(folder, { recursive: true })
    const lock = folder === null ? null : await lockFolder(folder)
    try {
      if (folder !== null) await finishFolderSwap(folder)
      const database = new EmbeddedDatabase({ folder, seed, compiledModule: await compileOnce() }, lock)
      await database.runningThread()
      return database
    } catch (error) {
      await lock?.release()
      throw error
    }
  }

  /** The time after which a statement restarts the thread; none for a database in memory. */
  get statementLimitMs(): number | undefined {
    return this.ownStatementLimitMs
  }

  /**
   * From now on, a statement that runs longer restarts the thread: PGlite cannot cancel a statement. All that wait for an
   * answer fail as with a lost connection, and nothing that was committed is lost. A database in memory has no limit,
   * because it would be lost.
   */
  limitStatements(limitMs: number): void {
    if (this.data.folder !== null) this.ownStatementLimitMs = limitMs
  }

  /** Calls the listener when the thread has ended by itself or was stopped. */
  onCrash(listener: (crash: EmbeddedDatabaseCrash) => void): void {
    this.crashListeners.push(listener)
  }

  /** Calls the listener when the connection was not returned, although nothing ran on it. */
  onConnectionKept(listener: () => void): void {
    this.keptListeners.push(listener)
  }

  /** Called when such a connection was taken back. */
  reportKeptConnection(): void {
    for (const listener of this.keptListeners) listener()
  }

  /**
   * Opens a connection, which ends the one before it: there is one session. Starts the thread again after a crash.
   * `onLost` is called when the thread has ended and can be started again. Throws `EmbeddedDatabaseLost` when it cannot be
   * started, for instance on a full disk.
   */
  async openPort(onLost: () => void): Promise<MessagePort> {
    const thread = await this.runningThread().catch((error: Error) => {
      throw new EmbeddedDatabaseLost(error.message, { cause: error })
    })
    this.onLost = onLost
    const { port1, port2 } = new MessageChannel()
    thread.postMessage({ port: port2 } satisfies EmbeddedWorkerRequest, [port2])
    return port1
  }

  /** Ends the thread in the middle of its work. */
  async terminate(): Promise<void> {
    const thread = await this.thread
    await thread?.terminate()
  }

  async close(): Promise<void> {
    this.isClosing = true
    clearInterval(this.folderCheck)
    const thread = await this.thread?.catch(() => undefined)
    if (thread) {
      const ended = new Promise((resolve) => thread.once('exit', resolve))
      thread.postMessage('close' satisfies EmbeddedWorkerRequest)
      await ended
    }
    await this.lock?.release()
  }

  private runningThread(): Promise<Worker> {
    if (this.ownIsLost || this.isClosing) return Promise.reject(new EmbeddedDatabaseLost('The database is closed.'))
    this.thread ??= this.startThread()
    return this.thread
  }

  private startThread(): Promise<Worker> {
    const thread = new Worker(workerFile, { name: 'embedded database', workerData: this.data })
    const { promise, resolve, reject } = Promise.withResolvers<Worker>()
    let isReady = false
    let error: Error | undefined
    thread.once('message', () => {
      isReady = true
      resolve(thread)
    })
    thread.once('error', (cause: Error) => {
      error = cause
    })
    thread.once('exit', (code) => {
      this.thread = undefined
      error ??= new EmbeddedDatabaseLost(`The thread of the embedded database ended with ${code}.`)
      reject(error)
      if (isReady && !this.isClosing) this.handleCrash(error)
      this.onLost?.()
    })
    return promise
  }

  /** What is written to another folder than the one of the next start would be lost. */
  private checkFolder(lock: FolderLock): void {
    const { folder } = this.data
    const lose = () => {
      if (this.ownIsLost || this.isClosing || folder === null) return
      clearInterval(this.folderCheck)
      this.handleCrash(new FolderLost(folder), true)
      this.terminate().catch(() => undefined)
    }
    lock.isHeld().then((isHeld) => isHeld || lose(), lose)
  }

  private handleCrash(error: Error, isLost = this.data.folder === null): void {
    if (this.ownIsLost) return
    this.ownIsLost = isLost
    for (const listener of this.crashListeners) listener({ error, isLost: this.ownIsLost })
  }
}

let compiledModule: Promise<WebAssembly.Module> | undefined

/** Compiles PGlite once for all threads of this process. That takes as long as the rest of the start of a thread. */
function compileOnce(): Promise<WebAssembly.Module> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  compiledModule ??= readFile(join(folder, 'pglite.wasm')).then((bytes) => WebAssembly.compile(bytes))
  return compiledModule
}
