import type { EntityManager, Orm } from '../../../platform/database/database.ts'
import { withoutQueryLog } from '../../../platform/database/statements.ts'
import { newId } from '../../../platform/shared/ids.ts'
import type { SignedIds } from '../../../platform/shared/signed-ids.ts'
import { type Clock, dayMs } from '../../../platform/shared/time.ts'
import type { Download } from './file.types.ts'
import { StoredFile, StoredFileChunk } from './stored-file.entity.ts'

/** Small enough for the embedded database, which serves no other request while a statement runs. */
const chunkBytes = 256 * 1024

export interface NewFile {
  /** The id, for code that refers to the file while it is written. By default a new id. */
  readonly id?: string
  readonly accountId: string
  readonly workspaceId: string | null
  readonly name: string
  readonly contentType: string
  readonly expiresAt: Date
}

interface FileStoreDependencies {
  readonly orm: Orm
  readonly clock: Clock
  readonly tokens: SignedIds
  /** Where the REST interface is, such as `https://tack.example/v1`. */
  readonly apiUrl: string
}

/** Files in the database, which every node reads. They are written and read in chunks, with little memory. */
export class FileStore {
  constructor(private readonly dependencies: FileStoreDependencies) {}

  /** Stores a file. Readers find the file when it is complete. When writing fails, no part of the file is left. */
  async write(values: NewFile, content: AsyncIterable<Uint8Array | string>): Promise<StoredFile> {
    const { orm, clock } = this.dependencies
    const em = orm.em.fork()
    const { accountId, workspaceId, ...rest } = values
    const now = clock.now()
    const { id = newId('file', now) } = values
    const file = em.create(StoredFile, {
      ...rest,
      id,
      account: accountId,
      workspace: workspaceId,
      byteCount: 0,
      createdAt: now,
    })
    await em.persist(file).flush()
    try {
      let position = 0
      for await (const bytes of splitIntoChunks(content)) {
        await em.insert(StoredFileChunk, { file: id, position, bytes }, withoutQueryLog())
        position++
        file.byteCount += bytes.length
      }
      file.completedAt = clock.now()
      await em.flush()
    } catch (error) {
      await this.delete(orm.em.fork(), [id])
      throw error
    }
    return file
  }

  /** The bytes of a file from a chunk on. Each chunk is read by its own statement. */
  async *read(fileId: string, firstChunk = 0): AsyncGenerator<Buffer> {
    const em = this.dependencies.orm.em.fork()
    for (let position = firstChunk; ; position++) {
      const chunk = await em.findOne(
        StoredFileChunk,
        { file: fileId, position },
        { disableIdentityMap: true, ...withoutQueryLog() },
      )
      if (!chunk) return
      yield chunk.bytes
    }
  }

  /** Ends the download links of complete files at once, and returns how many. Maintenance deletes the files. */
  async expire(em: EntityManager, fileIds: readonly string[], at: Date): Promise<number> {
    if (fileIds.length === 0) return 0
    const where = { id: { $in: [...fileIds] }, completedAt: { $ne: null }, expiresAt: { $gt: at } }
    return em.nativeUpdate(StoredFile, where, { expiresAt: at }, withoutQueryLog())
  }

  async delete(em: EntityManager, fileIds: readonly string[]): Promise<void> {
    await em.nativeDelete(StoredFile, { id: { $in: [...fileIds] } }, withoutQueryLog())
  }

  /** The file of a download link; null when the link has expired or does not exist. */
  async find(em: EntityManager, token: string): Promise<StoredFile | null> {
    const id = this.dependencies.tokens.verify(token)
    if (id === null) return null
    const [file] = await this.findAvailable(em, [id])
    return file ?? null
  }

  /** Which of the files are complete and can be downloaded. */
  findAvailable(em: EntityManager, ids: readonly string[]): Promise<StoredFile[]> {
    const isAvailable = { completedAt: { $ne: null }, expiresAt: { $gt: this.dependencies.clock.now() } }
    const where = {
      id: { $in: [...ids] },
      ...isAvailable,
      $or: [{ workspace: null }, { workspace: { deletedAt: null, suspendedAt: null } }],
    }
    return em.find(StoredFile, where, { refresh: true })
  }

  /** A file in the form for callers, with the address from `createDownloadUrl`. */
  toDownload(file: StoredFile): Download {
    const { name, contentType, byteCount, expiresAt } = file
    return { fileName: name, mediaType: contentType, byteCount, href: this.createDownloadUrl(file), expiresAt }
  }

  /**
   * The address for downloading a file without a login until the file expires. Anyone with the address can download the
   * file.
   */
  createDownloadUrl({ id }: Pick<StoredFile, 'id'>): string {
    return `${this.dependencies.apiUrl}/downloads/${this.dependencies.tokens.sign(id)}`
  }

  /** Deletes files that have expired, and files that were never completed. */
  async runMaintenance(): Promise<void> {
    const em = this.dependencies.orm.em.fork()
    const now = this.dependencies.clock.now()
    const isAbandoned = { completedAt: null, createdAt: { $lt: new Date(now.getTime() - dayMs) } }
    const where = { $or: [{ expiresAt: { $lte: now } }, isAbandoned] }
    const options = { fields: ['id'] as const, orderBy: { id: 'asc' as const }, limit: 100, disableIdentityMap: true }
    for (;;) {
      const files = await em.find(StoredFile, where, { ...options, ...withoutQueryLog() })
      // Files are deleted one at a time, because the chunks of a file are deleted with it.
      for (const { id } of files) await this.delete(em, [id])
      if (files.length < options.limit) return
    }
  }
}

/** The content in chunks of one size. The last chunk may be smaller. */
async function* splitIntoChunks(content: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = []
  let pendingBytes = 0
  for await (const part of content) {
    let bytes = Buffer.from(part)
    while (pendingBytes + bytes.length >= chunkBytes) {
      const rest = chunkBytes - pendingBytes
      yield Buffer.concat([...pending, bytes.subarray(0, rest)])
      bytes = bytes.subarray(rest)
      pending = []
      pendingBytes = 0
    }
    if (bytes.length > 0) pending.push(bytes)
    pendingBytes += bytes.length
  }
  if (pendingBytes > 0) yield Buffer.concat(pending)
}
