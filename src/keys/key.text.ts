import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** How every key begins, so that people and scanners of leaked secrets know one when they see it. */
export const keyPrefix = 'tk_'

/** 62 to the power of 30 is 178 bits: nobody guesses a key, however fast a guess can be tried. */
const randomLength = 30

const checksumLength = 6

const form = /^tk_[0-9A-Za-z]{36}$/

/** A new key: `tk_`, 30 random signs, each equally likely, and a checksum of 6 signs. */
export function newKeyText(): string {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  const body = keyPrefix + random
  return body + checksumOf(body)
}

/** Whether a text can be a key at all. A mistyped sign never passes, so a typo costs no look into the database. */
export function isKeyText(text: string): boolean {
  return form.test(text) && text.endsWith(checksumOf(text.slice(0, -checksumLength)))
}

/** What of a key its owner is shown later, to know it by: `tk_ab12…wxyz`. The end is a part of the checksum. */
export function previewOf(key: string): string {
  return `${key.slice(0, 7)}…${key.slice(-4)}`
}

/** CRC-32 in base62, filled up with zeros: it finds typos and forgeries by chance, and protects nothing. */
function checksumOf(body: string): string {
  let rest = crc32(body)
  let digits = ''
  while (digits.length < checksumLength) {
    digits = alphabet.charAt(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
