import { createHash } from 'node:crypto'

/** The stored form of a secret with at least 256 random bits, in hexadecimal. So many bits need neither a slow hash nor a key. */
export function digestSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
