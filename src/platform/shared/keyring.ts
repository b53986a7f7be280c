import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One key of a ring. Its name is a digest of it, for tokens to say which key signed them, and tells nothing of it. */
export interface DerivedKey {
  readonly id: string
  /** 32 bytes. */
  readonly key: Buffer
}

/** The secret of the installation, from which a separate key is derived for each purpose (RFC 5869). */
export class Keyring {
  readonly #secrets: readonly string[]

  /** `previous` is the secret before the last rotation: what was made under it can still be read, and nothing is made. */
  constructor(secret: string, previousSecret?: string) {
    this.#secrets = previousSecret === undefined ? [secret] : [secret, previousSecret]
  }

  /** 32 bytes; the same purpose always gives the same key, two purposes never do. */
  key(purpose: string): Buffer {
    return this.keys(purpose)[0].key
  }

  /** The keys of a purpose, the newest first: that one signs, every one verifies. */
  keys(purpose: string): readonly [DerivedKey, ...DerivedKey[]] {
    return this.#secrets.map((secret) => {
      const key = Buffer.from(hkdfSync('sha256', secret, 'tack', purpose, 32))
      return { id: createHash('sha256').update(key).digest('base64url').slice(0, 11), key }
    }) as [DerivedKey, ...DerivedKey[]]
  }
}

export function generateSecret(): string {
  return randomBytes(48).toString('base64url')
}

/** The secret kept under this name in the folder; made on first use, readable by the owner only. */
export async function loadOrCreateSecret(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, name)
  try {
    // Of two processes that start at once, one creates the file and both read what it wrote.
    await writeFile(file, generateSecret(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readFile(file, 'utf8')).trim()
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts a text so that only the same 32-byte key opens it, and only as the text that belongs to `about`. */
export function encrypt(key: Buffer, additionalData: Uint8Array, text: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(additionalData)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext])
}

/** The text of `seal`. Throws when a byte of it, of the key or of `about` is another. */
export function decrypt(key: Buffer, additionalData: Uint8Array, encrypted: Uint8Array): string {
  const bytes = Buffer.from(encrypted)
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAAD(additionalData).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
