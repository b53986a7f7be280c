import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One key of a ring. Its name is a digest of it, for tokens to say which key signed them, and tells nothing of it. */
export interface RingKey {
  readonly id: string
  /** 32 bytes. */
  readonly key: Buffer
}

/** The secret of the installation, from which a separate key is derived for each purpose (RFC 5869). */
export class Keyring {
  readonly #masters: readonly string[]

  /** `previous` is the secret before the last rotation: what was made under it can still be read, and nothing is made. */
  constructor(master: string, previous?: string) {
    this.#masters = previous === undefined ? [master] : [master, previous]
  }

  /** 32 bytes; the same purpose always gives the same key, two purposes never do. */
  key(purpose: string): Buffer {
    return this.ring(purpose)[0].key
  }

  /** The keys of a purpose, the newest first: that one signs, every one verifies. */
  ring(purpose: string): readonly [RingKey, ...RingKey[]] {
    return this.#masters.map((master) => {
      const key = Buffer.from(hkdfSync('sha256', master, 'tack', purpose, 32))
      return { id: createHash('sha256').update(key).digest('base64url').slice(0, 11), key }
    }) as [RingKey, ...RingKey[]]
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
