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

/** Issues and reads the JWT of a login. Signature, algorithm, type, issuer, audience and expiry are all required. */
export class Sessions implements CredentialReader {
  readonly #key: Buffer
  readonly #clock: Clock

  constructor(keyring: Keyring, clock: Clock) {
    this.#key = keyring.key('session')
    this.#clock = clock
  }

  issue(accountId: string): string {
    const iat = Math.floor(this.#clock.now().getTime() / 1000)
    const payload = { sub: accountId, iss: issuer, aud: audience, iat, exp: iat + lifetimeSeconds }
    return jwt.sign(payload, this.#key, { algorithm, header: { alg: algorithm, typ: type } })
  }

  claims(token: string): boolean {
    return token.split('.').length === 3
  }

  async read(token: string): Promise<Caller> {
    const { sub } = this.#verified(token)
    return { kind: 'account', accountId: sub, scheme: 'session', scopes: allScopes }
  }

  #verified(token: string): { sub: string } {
    let header: jwt.JwtHeader
    let payload: JwtPayload | string
    try {
      const clockTimestamp = Math.floor(this.#clock.now().getTime() / 1000)
      const expected = { algorithms: [algorithm], issuer, audience, clockTimestamp }
      ;({ header, payload } = jwt.verify(token, this.#key, { ...expected, complete: true }))
    } catch (error) {
      throw error instanceof jwt.TokenExpiredError ? new TokenExpired() : new InvalidToken(error)
    }
    // jsonwebtoken accepts a token without an expiry, of any type and with critical extensions it does not know.
    const { sub, exp } = typeof payload === 'string' ? {} : payload
    if (header.typ !== type || 'crit' in header || typeof exp !== 'number' || typeof sub !== 'string')
      throw new InvalidToken()
    return { sub }
  }
}
