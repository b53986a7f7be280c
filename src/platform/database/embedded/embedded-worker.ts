import { access, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import { PGlite, protocol } from '@electric-sql/pglite'
import { dataDir as loadEmptyDatabase } from '@electric-sql/pglite-prepopulatedfs'
import { collectGarbageAfterStart } from '../../shared/event-loop/garbage-collection.ts'
import { databaseFolder } from './database-folder.ts'
import { SeededMemory } from './seeded-memory.ts'
import { unpackTar } from './tar.ts'

/**
 * The thread of the embedded database, started by `embedded-database.ts`. It serves the wire protocol of PostgreSQL on a
 * message port, to one connection at a time: PGlite has one session.
 */

/** What the thread is started with. */
export interface EmbeddedWorkerData {
  /** Null for a database in memory. */
  readonly folder: string | null
  /** The dumped data folder (tar) of a new database in memory; an empty database by default. */
  readonly seed?: Blob | undefined
  /** PGlite, compiled: another thread does not compile it again. */
  readonly compiledModule: WebAssembly.Module
}

/** A message to the thread: a connection that replaces the one before it, or the request to stop. */
export type EmbeddedWorkerRequest = { readonly port: MessagePort } | 'close'

/** A part of the answer to a request. */
export interface ProtocolResponse {
  readonly bytes: Uint8Array
  readonly isLast: boolean
}

const { folder, seed, compiledModule } = workerData as EmbeddedWorkerData

const options = {
  pgliteWasmModule: compiledModule,
  startParams: [
    ...PGlite.defaultStartParams,
    // 128 MB by default, most of it a second copy of what the system caches anyway.
    ...['-c', 'shared_buffers=16MB'],
    // The write-ahead log grows in files of 16 MB. Filling each with zeros first takes a sixth of a second.
    ...['-c', 'wal_init_zero=off'],
  ],
}

/** A database in memory is lost with its thread anyway, so nothing is written for a recovery. */
const memoryOptions = {
  ...options,
  startParams: [...options.startParams, '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'],
}

/** Answers are sent in parts of about this size, so that the main thread reads a large one in several turns. */
const partSize = 65_536

const pglite = folder === null ? await openMemory() : await openFolder(folder)
let connection: MessagePort | undefined
parentPort?.on('message', (request: EmbeddedWorkerRequest) => {
  if (request === 'close') close().catch(endThread)
  else serve(request.port)
})
parentPort?.postMessage('ready')
if (folder !== null) collectGarbageAfterStart()

async function openMemory(): Promise<PGlite> {
  const archive = seed ? Buffer.from(await seed.arrayBuffer()) : await loadEmptyArchive()
  return PGlite.create({ ...memoryOptions, fs: new SeededMemory(archive) })
}

async function loadEmptyArchive(): Promise<Buffer> {
  return gunzipSync(await (await loadEmptyDatabase()).arrayBuffer())
}

/** A file marks a database whose files are not all written yet. The next start deletes that database and begins again. */
async function openFolder(path: string): Promise<PGlite> {
  const dataDir = join(path, databaseFolder)
  const incompleteMark = join(path, `${databaseFolder}.incomplete`)
  if (await exists(incompleteMark)) await rm(dataDir, { recursive: true, force: true })
  if (await exists(dataDir)) return PGlite.create({ ...options, dataDir })
  await writeFile(incompleteMark, '')
  await unpackTar(await loadEmptyArchive(), dataDir)
  await rm(incompleteMark)
  return PGlite.create({ ...options, dataDir })
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Serves a new connection, which finds nothing of the one before: no open transaction, setting or named statement. */
function serve(port: MessagePort): void {
  const isFirst = connection === undefined
  connection?.close()
  connection = port
  if (!isFirst) for (const statement of ['rollback', 'discard all']) execute(protocol.serialize.query(statement))
  port.on('message', (request: Uint8Array) => respond(port, request))
}

function respond(port: MessagePort, request: Uint8Array): void {
  const parts: Uint8Array[] = []
  const send = (isLast: boolean) => {
    const bytes = new Uint8Array(Buffer.concat(parts.splice(0)))
    port.postMessage({ bytes, isLast } satisfies ProtocolResponse, [bytes.buffer])
  }
  let size = 0
  execute(request, (part) => {
    parts.push(part)
    size += part.length
    if (size < partSize) return
    size = 0
    send(false)
  })
  send(true)
}

/**
 * Executes messages of the protocol before it returns, and passes the parts of the answer on. An error that is not an
 * answer ends the thread. So does an error after which PostgreSQL would end, because PGlite answers nothing more then.
 */
function execute(request: Uint8Array, onPart: (part: Uint8Array) => void = () => undefined): void {
  let previous = new Uint8Array()
  let last = new Uint8Array()
  const onRawData = (bytes: Uint8Array) => {
    // A copy, because these bytes are part of the memory of the database.
    previous = last
    last = bytes.slice()
    onPart(last)
  }
  pglite.execProtocolRawStream(request, { onRawData }).catch(endThread)
  const reason = findFatalError(previous, last)
  if (reason !== undefined) throw new Error(`PostgreSQL has ended: ${reason}`)
}

/** The severity, the code and the message in an error of the protocol. */
const fatalError = /\0V(?:FATAL|PANIC)\0C\w{5}\0M([^\0]*)/

/** The message of an error with which an answer ends because PostgreSQL does: its disk is full, for instance. */
function findFatalError(previous: Uint8Array, last: Uint8Array): string | undefined {
  // An error ends with a zero. What PostgreSQL sends when it is ready for another statement ends with a letter.
  if (last.at(-1) !== 0) return undefined
  return fatalError.exec(Buffer.concat([previous, last]).toString())?.[1]
}

/** An error that nobody catches ends the thread. */
function endThread(error: unknown): void {
  setImmediate(() => {
    throw error
  })
}

async function close(): Promise<void> {
  connection?.close()
  await pglite.close()
  parentPort?.close()
}
