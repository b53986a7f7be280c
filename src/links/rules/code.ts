import { randomBytes as secureRandomBytes } from 'node:crypto'

/** 31 signs of one case, without those that look alike: 0 and o, 1, i and l. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'

/** The largest multiple of 31 in a byte. Bytes from here on are thrown away: their remainders would favour some signs. */
const fairBytes = 256 - (256 % alphabet.length)

/** 31 to the power of 7 is 2.7 × 10¹⁰ codes. */
export const codeLength = 7

/** A random code of `length` signs, each equally likely, from a cryptographic source. */
export function randomCode(length: number, randomBytes: (n: number) => Uint8Array = secureRandomBytes): string {
  let code = ''
  while (code.length < length) {
    for (const byte of randomBytes(length - code.length)) {
      if (byte < fairBytes) code += alphabet.charAt(byte % alphabet.length)
    }
  }
  return code
}
