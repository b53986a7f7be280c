import { createHmac, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** How every key begins, so that people and scanners of leaked secrets know one when they see it. */
export const apiKeyPrefix = 'tk_'

/** 62 to the power of 30 is 178 bits: nobody guesses a key, however fast a guess can be tried. */
const randomLength = 30

const checksumLength = 6

const apiKeyPattern = /^tk_[0-9A-Za-z]{36}$/

/** A new key: `tk_`, 30 random signs, each equally likely, and a checksum of 6 signs. */
export function generateApiKey(): string {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  const body = apiKeyPrefix + random
  return body + computeChecksum(body)
}

/** Whether a text can be a key at all. A mistyped sign never passes, so a typo costs no look into the database. */
export function isWellFormedApiKey(text: string): boolean {
  return apiKeyPattern.test(text) && text.endsWith(computeChecksum(text.slice(0, -checksumLength)))
}

/** What of a key its owner is shown later, to know it by: `tk_ab12…wxyz`. The end is a part of the checksum. */
export function previewApiKey(key: string): string {
  return `${key.slice(0, 7)}…${key.slice(-4)}`
}

/** CRC-32 in base62, filled up with zeros: it finds typos and forgeries by chance, and protects nothing. */
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
 * The digests under which API keys are kept and found: HMAC-SHA-256, so that a copy of the database alone cannot even
 * tell whether a key is in it. A slow hash would be for what can be guessed; these are 178 random bits.
 */
export class ApiKeyHasher {
  readonly #hmacKeys: readonly Buffer[]

  /** The HMAC keys of the installation, newest first: those of earlier secrets only find what is kept under them. */
  constructor(hmacKeys: readonly Buffer[]) {
    if (hmacKeys.length === 0) throw new Error('Without an HMAC key there is no digest.')
    this.#hmacKeys = hmacKeys
  }

  /** In hex, newest first: a new key is kept under the first, a known one may stand under any. */
  computeDigests(key: string): [string, ...string[]] {
    const digests = this.#hmacKeys.map((hmacKey) => createHmac('sha256', hmacKey).update(key).digest('hex'))
    return digests as [string, ...string[]]
  }
}
