import { hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One secret of the installation, from which a separate key is derived for each purpose (RFC 5869). */
export class Keyring {
  readonly #master: string

  constructor(master: string) {
    this.#master = master
  }

  /** 32 bytes; the same purpose always gives the same key, two purposes never do. */
  key(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#master, 'tack', purpose, 32))
  }
}

export function randomSecret(): string {
  return randomBytes(48).toString('base64url')
}

/** The secret kept under this name in the folder; made on first use, readable by the owner only. */
export async function keptSecret(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, name)
  try {
    // Of two processes that start at once, one creates the file and both read what it wrote.
    await writeFile(file, randomSecret(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readFile(file, 'utf8')).trim()
}
