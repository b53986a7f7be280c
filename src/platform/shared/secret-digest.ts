import { createHash, timingSafeEqual } from 'node:crypto'

/** The stored form of a secret with at least 256 random bits, in hexadecimal. So many bits need neither a slow hash nor a key. */
export function digestSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Whether two secrets are equal. The time tells at most that their lengths differ. */
export function areSecretsEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
