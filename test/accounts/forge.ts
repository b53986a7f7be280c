import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { Keyring } from '../../src/platform/shared/keyring.ts'

/** The JWT_SECRET of `startApp`, which the forgers of these tests have stolen. */
export const jwtSecret = 'a secret that only the tests of this project know'

const { id: kid, key } = new Keyring(jwtSecret).keys('session')[0]
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString()
export const publicJwk = rsa.publicKey.export({ format: 'jwk' })

export const header = { alg: 'HS256', typ: 'session+jwt', kid }

export interface Signing {
  readonly key?: Buffer | string
  readonly hash?: 'sha256' | 'sha384' | 'sha512'
}

/**
 * Signs any header and payload, as text or as objects, with the real key by default. It also signs what jsonwebtoken
 * refuses to sign.
 */
export function forge(
  head: object | string,
  payload: object | string,
  { key: with_ = key, hash = 'sha256' }: Signing = {},
): string {
  const input = `${encoded(head)}.${encoded(payload)}`
  return `${input}.${createHmac(hash, with_).update(input).digest('base64url')}`
}

/** Signs with an RSA key, whose public key the header may contain. */
export function forgeRsa(head: object, payload: object, privateKey: KeyObject = rsa.privateKey): string {
  const input = `${encoded(head)}.${encoded(payload)}`
  return `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`
}

export function encoded(part: object | string): string {
  return Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
}

/** The payload of the first session of an account, issued at this second. */
export function claims(sub: string, iat: number) {
  const jti = 'ses_00000000000000000000000000'
  return { sub, iss: 'tack', aud: 'tack-api', iat, exp: iat + 24 * 3600, jti, ver: 0 }
}

/** The payload of a token. */
export function decoded(token: string): ReturnType<typeof claims> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

export function signatureOf(token: string): string {
  return token.split('.')[2] ?? ''
}

/** Another encoding of the same bytes: base64url does not use two bits of the last letter. */
export function respelled(token: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1) ?? 'A') ^ 1]
}
