import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A derived key. Its id is a digest that reveals nothing; tokens name it to say which key signed them. */
export interface DerivedKey {
  readonly id: string
  /** 32 bytes. */
  readonly key: Buffer
}

/** Derives a separate key for each purpose from the secret of the installation (RFC 5869). */
export class Keyring {
  readonly #secrets: readonly string[]

  /** `previousSecret` is the secret before the last rotation. It still verifies and decrypts, but signs nothing new. */
  constructor(secret: string, previousSecret?: string) {
    this.#secrets = previousSecret === undefined ? [secret] : [secret, previousSecret]
  }

  /** 32 bytes. The same purpose always has the same key, and two purposes have different keys. */
  key(purpose: string): Buffer {
    return this.keys(purpose)[0].key
  }

  /** The keys of a purpose, newest first: the first one signs, all of them verify. */
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

/** The file of the data folder with the secret that the service has made, if none was set. */
export const secretFile = 'jwt.secret'

/** The secret in the file `name` of the folder. Created on first use, readable by the owner only. */
export async function loadOrCreateSecret(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, name)
  try {
    // When two processes start at once, one of them creates the file and both read it.
    await writeFile(file, generateSecret(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return (await readFile(file, 'utf8')).trim()
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Encrypts a text. Decryption needs the same 32-byte key and the same `additionalData`. */
export function encrypt(key: Buffer, additionalData: Uint8Array, text: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(additionalData)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext])
}

/** Decrypts what `encrypt` returned. Throws when the data, the key or `additionalData` differ in any byte. */
export function decrypt(key: Buffer, additionalData: Uint8Array, encrypted: Uint8Array): string {
  const bytes = Buffer.from(encrypted)
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
  decipher.setAAD(additionalData).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

/** Encrypts texts for the database, each bound to the id of its owner, so that it is useless in another row. */
export class Sealer {
  readonly #keys: readonly [DerivedKey, ...DerivedKey[]]

  /** `name` is what is sealed, for the error of `unseal`. */
  constructor(
    keys: readonly [DerivedKey, ...DerivedKey[]],
    private readonly name: string,
  ) {
    this.#keys = keys
  }

  seal(ownerId: string, text: string): Buffer {
    return encrypt(this.#keys[0].key, Buffer.from(ownerId), text)
  }

  /** Tries the current key and, after a rotation of the installation's secret, the previous one. */
  unseal(ownerId: string, sealed: Uint8Array): string {
    let lastError: unknown
    for (const { key } of this.#keys) {
      try {
        return decrypt(key, Buffer.from(ownerId), sealed)
      } catch (error) {
        lastError = error
      }
    }
    throw new Error(`${this.name} cannot be read under JWT_SECRET or JWT_SECRET_PREVIOUS.`, { cause: lastError })
  }
}
