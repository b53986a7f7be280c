import { createHmac, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The prefix of every key, by which people and secret scanners recognize it. */
export const apiKeyPrefix = 'tk_'

/** 62 to the power of 30 gives 178 bits. */
const randomLength = 30

const checksumLength = 6

const apiKeyPattern = /^tk_[0-9A-Za-z]{36}$/

/** A new key: `tk_`, 30 random characters, all equally likely, and a checksum of 6 characters. */
export function generateApiKey(): string {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  const body = apiKeyPrefix + random
  return body + computeChecksum(body)
}

/** Whether a text has the form and the checksum of a key. A typo is rejected without a query. */
export function isWellFormedApiKey(text: string): boolean {
  return apiKeyPattern.test(text) && text.endsWith(computeChecksum(text.slice(0, -checksumLength)))
}

/** The part of a key that lists show: `tk_ab12…wxyz`. The end of the key belongs to the checksum. */
export function previewApiKey(key: string): string {
  return `${key.slice(0, 7)}…${key.slice(-4)}`
}

/** CRC-32 in base62, padded with zeros. It detects typos and gives no security. */
function computeChecksum(body: string): string {
  let remainder = crc32(body)
  let digits = ''
  while (digits.length < checksumLength) {
    digits = alphabet.charAt(remainder % alphabet.length) + digits
    remainder = Math.floor(remainder / alphabet.length)
  }
  return digits
}

/**
 * Computes the digests by which API keys are stored and found: HMAC-SHA-256, so a copy of the database is useless
 * without the HMAC key. A slow hash is not needed for 178 random bits.
 */
export class ApiKeyHasher {
  readonly #hmacKeys: readonly Buffer[]

  /** The HMAC keys of the installation, newest first. Older HMAC keys only find API keys that were stored with them. */
  constructor(hmacKeys: readonly Buffer[]) {
    if (hmacKeys.length === 0) throw new Error('An HMAC key is required.')
    this.#hmacKeys = hmacKeys
  }

  /** In hex, newest first. A new key is stored with the first digest. An existing key may have any of these digests. */
  computeDigests(key: string): [string, ...string[]] {
    const digests = this.#hmacKeys.map((hmacKey) => createHmac('sha256', hmacKey).update(key).digest('hex'))
    return digests as [string, ...string[]]
  }
}
