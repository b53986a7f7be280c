import { type EntityClass, type FilterQuery, serialize, wrap } from '@mikro-orm/postgresql'
import type { Settings } from '../../config.ts'
import type { EntityManager } from '../database/database.ts'
import { withoutQueryLog } from '../database/statements.ts'

/** Whose data an archive reads, and with what. */
export interface ArchiveSource {
  readonly em: EntityManager
  readonly settings: Settings
  /** Of the account, or of the workspace. */
  readonly id: string
}

/** A file in an archive. Its content is read before the next file. */
export interface ArchiveFile {
  readonly name: string
  readonly content: AsyncIterable<string | Uint8Array>
}

/** What an archive of an account has of the tables of a module (docs/decisions/account-archives.md). */
export interface ArchivePart {
  /** Of the account alone, or of each workspace that it owns. */
  readonly of: 'account' | 'workspace'
  /** Name of its file, or of its files, such as `links.json`. */
  readonly name: string
  /** What it is, in the words of a person. */
  readonly about: string
  /** What it is read from: entities, and tables without one. */
  readonly readsFrom: readonly (EntityClass<object> | string)[]
  /** Absent when the created module adds it to `platform.hooks.archiveContents`. */
  readonly content?: ArchiveContent
}

/** By the names of their parts. */
export type ArchiveContents = Map<string, ArchiveContent>

/** Pages of records for a JSON file, or files of any kind. */
export type ArchiveContent =
  | { readonly pages: (source: ArchiveSource) => AsyncIterable<readonly object[]> }
  | { readonly files: (source: ArchiveSource) => AsyncIterable<ArchiveFile> }

interface ArchiveRows<T extends object> extends Pick<ArchivePart, 'of' | 'name' | 'about'> {
  readonly entity: EntityClass<T>
  readonly where: (id: string, em: EntityManager) => FilterQuery<T> | Promise<FilterQuery<T>>
  readonly populate?: readonly (keyof T & string)[]
}

/** Rows of a statement. The embedded database serves no other request while a statement runs. */
const pageSize = 500

/** The rows of an entity as records: by default all properties that are neither hidden, nor lazy, nor omitted. */
export function archiveRows<T extends object>({
  omit = [],
  toRecord = (row) => serialize(row, { exclude: [...omit] as never[] }),
  ...rows
}: ArchiveRows<T> & {
  readonly omit?: readonly (keyof T & string)[]
  readonly toRecord?: (row: T) => object
}): ArchivePart {
  async function* pages(source: ArchiveSource) {
    for await (const page of readPages(source, rows, pageSize)) yield page.map(toRecord)
  }
  return { ...pick(rows), content: { pages } }
}

/** The rows of an entity as files, such as images: one row at a time, because each may be large. */
export function archiveFiles<T extends object>({
  toFile,
  ...rows
}: ArchiveRows<T> & {
  readonly toFile: (row: T) => { readonly name: string; readonly bytes: Uint8Array }
}): ArchivePart {
  async function* files(source: ArchiveSource): AsyncGenerator<ArchiveFile> {
    for await (const [row] of readPages(source, rows, 1)) {
      if (!row) continue
      const { name, bytes } = toFile(row)
      yield { name, content: toContent(bytes) }
    }
  }
  return { ...pick(rows), content: { files } }
}

async function* toContent(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

function pick<T extends object>({ of, name, about, entity }: ArchiveRows<T>) {
  return { of, name, about, readsFrom: [entity as EntityClass<object>] }
}

/** In the order of the primary key, each page in a statement of its own. */
async function* readPages<T extends object>(
  { em, id }: ArchiveSource,
  { entity, where, populate = [] }: ArchiveRows<T>,
  limit: number,
): AsyncGenerator<T[]> {
  const keys: readonly string[] = em.getMetadata().get(entity).primaryKeys
  const options = { orderBy: keys.map((key) => ({ [key]: 'asc' })), limit, populate, disableIdentityMap: true }
  const condition = await where(id, em)
  for (let last: readonly unknown[] | undefined; ; ) {
    const $and = [condition, ...(last ? [isAfter(keys, last)] : [])]
    const rows = (await em.find(entity, { $and } as object, { ...options, ...withoutQueryLog() } as object)) as T[]
    yield rows
    const lastRow = rows.at(-1)
    if (!lastRow || rows.length < limit) return
    last = wrap(lastRow, true).getPrimaryKeys() as unknown[]
  }
}

/** The rows whose key follows the values. */
function isAfter(keys: readonly string[], values: readonly unknown[]): object {
  const equal = (count: number) => Object.fromEntries(keys.slice(0, count).map((key, n) => [key, values[n]]))
  return { $or: keys.map((key, n) => ({ ...equal(n), [key]: { $gt: values[n] } })) }
}
