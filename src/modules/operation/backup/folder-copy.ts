import { constants, copyFileSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Files may have been changed this long before their time says so: file systems note it in steps. */
const timeStepMs = 1_000

/**
 * A copy of a folder whose files change, in two passes: the first one copies everything while the files change, the second one
 * copies what has changed since, while nothing changes. So the second one is short. Synchronous, because nothing else runs in
 * the process of a backup, and it is a third of the time.
 */
export class FolderCopy {
  /** Of each copied file: its size and time before it was copied. */
  private readonly copied = new Map<string, string>()

  constructor(
    private readonly source: string,
    private readonly target: string,
  ) {}

  /** Copies new and changed files, and removes those that are gone. Files that disappear meanwhile are left out. */
  update(): void {
    const found = new Set<string>()
    mkdirSync(this.target, { recursive: true })
    for (const entry of readdirSync(this.source, { recursive: true, withFileTypes: true })) {
      const name = join(entry.parentPath, entry.name).slice(this.source.length + 1)
      if (entry.isDirectory()) mkdirSync(join(this.target, name), { recursive: true })
      else if (entry.isFile()) {
        found.add(name)
        this.copyChanged(name)
      }
    }
    for (const name of this.copied.keys()) if (!found.has(name)) this.remove(name)
  }

  private copyChanged(name: string): void {
    const source = join(this.source, name)
    const stats = statSync(source, { throwIfNoEntry: false })
    if (!stats) {
      this.remove(name)
      return
    }
    const state = `${stats.size} ${stats.mtimeMs}`
    if (this.copied.get(name) === state) return
    // Copied again by the next pass when it may still change without another time.
    const isSettled = stats.mtimeMs < Date.now() - timeStepMs
    try {
      const target = join(this.target, name)
      mkdirSync(dirname(target), { recursive: true })
      // On a file system that can, the copy shares the blocks of the file.
      copyFileSync(source, target, constants.COPYFILE_FICLONE)
      this.copied.set(name, isSettled ? state : '')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      this.remove(name)
    }
  }

  private remove(name: string): void {
    rmSync(join(this.target, name), { force: true })
    this.copied.delete(name)
  }
}

/** The bytes of all files of a folder. */
export function measureFolder(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce(
    (sum, { parentPath, name }) => sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}
