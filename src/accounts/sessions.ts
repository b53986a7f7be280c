import { createSecretKey, type KeyObject } from 'node:crypto'
import jwt, { type JwtPayload } from 'jsonwebtoken'
import type { Account as Caller } from '../access/caller.ts'
import { InvalidToken, TokenExpired } from '../access/failures.ts'
import type { CredentialReader } from '../access/reader.ts'
import { allScopes } from '../access/scopes.ts'
import type { Clock } from '../base/clock.ts'
import type { Keyring } from '../base/secrets.ts'

const algorithm = 'HS256' as const
const issuer = 'tack'
const audience = 'tack-api'
/** Says that this is a session and nothing else, so that no other token of ours passes for one (RFC 8725, 3.11). */
const type = 'session+jwt'
const lifetimeSeconds = 24 * 3600

/**
 * Issues and reads the JWT of a login. A token is read when its signature holds, its time is not over and it is, letter
 * for letter, what would have been issued: one rule for algorithm, type, issuer, audience, expiry and all the rest.
 */
export class Sessions implements CredentialReader {
  readonly #key: KeyObject
  readonly #clock: Clock

  constructor(keyring: Keyring, clock: Clock) {
    // Given bytes, jsonwebtoken first tries to read them as a private key, at five times the cost of the signature.
    this.#key = createSecretKey(keyring.key('session'))
    this.#clock = clock
  }

  issue(accountId: string): string {
    return this.#signed(accountId, this.#nowSeconds())
  }

  claims(token: string): boolean {
    return token.split('.').length === 3
  }

  async read(token: string): Promise<Caller> {
    const { sub, iat } = this.#verified(token)
    // jsonwebtoken accepts a token of any type, without an expiry or with a distant one, with headers it does not know
    // (crit, jku) and with claims said twice. None of them was ever issued here.
    if (typeof sub !== 'string' || typeof iat !== 'number' || token !== this.#signed(sub, iat)) throw new InvalidToken()
    return { kind: 'account', accountId: sub, scheme: 'session', scopes: allScopes }
  }

  #signed(sub: string, iat: number): string {
    const payload = { sub, iss: issuer, aud: audience, iat, exp: iat + lifetimeSeconds }
    return jwt.sign(payload, this.#key, { algorithm, header: { alg: algorithm, typ: type } })
  }

  #verified(token: string): JwtPayload {
    try {
      const expected = { algorithms: [algorithm], issuer, audience, clockTimestamp: this.#nowSeconds() }
      const payload = jwt.verify(token, this.#key, expected)
      return typeof payload === 'string' ? {} : payload
    } catch (error) {
      throw error instanceof jwt.TokenExpiredError ? new TokenExpired() : new InvalidToken(error)
    }
  }

  #nowSeconds(): number {
    return Math.floor(this.#clock.now().getTime() / 1000)
  }
}
