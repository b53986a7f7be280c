import { join } from 'node:path/posix'
import { MemoryFS, PGlite } from '@electric-sql/pglite'
import { readTar } from './tar.ts'

/**
 * The memory in which PGlite keeps its files, with the files of an archive in it. They stay where they are in the archive:
 * `loadDataDir` of PGlite copies each of them three times, which was half of the start of a database.
 */
export class SeededMemory extends MemoryFS {
  readonly #archive: Buffer

  /** From now on, the bytes of the archive are the files. */
  constructor(archive: Buffer) {
    super()
    this.#archive = archive
  }

  /** Called by PGlite before it looks for a database. */
  override async initialSyncFs(): Promise<void> {
    const { FS } = this.pg?.Module ?? {}
    if (!FS) throw new Error('PGlite has no file system yet.')
    FS.mkdirTree(PGlite.paths.PGDATA)
    for (const { name, isFolder, content } of readTar(this.#archive)) {
      const path = join(PGlite.paths.PGDATA, name)
      if (isFolder) FS.mkdirTree(path)
      else FS.writeFile(path, content, { canOwn: true })
    }
  }
}
