import { createSecretKey, type KeyObject } from 'node:crypto'
import jwt, { type JwtPayload } from 'jsonwebtoken'
import type { Account as Caller, Role } from '../access/caller.ts'
import { InvalidToken, TokenExpired } from '../access/failures.ts'
import type { CredentialReader } from '../access/reader.ts'
import { allScopes } from '../access/scopes.ts'
import type { Clock } from '../base/clock.ts'
import type { Failure } from '../base/failure.ts'
import { newId } from '../base/ids.ts'
import type { Keyring } from '../base/secrets.ts'
import type { Orm } from '../database/open.ts'

const algorithm = 'HS256' as const
const issuer = 'tack'
const audience = 'tack-api'
/** Says that this is a session and nothing else, so that no other token of ours passes for one (RFC 8725, 3.11). */
const type = 'session+jwt'
const lifetimeSeconds = 24 * 3600

interface SigningKey {
  /** The `kid` of the tokens it signs. */
  readonly id: string
  readonly key: KeyObject
}

/** What one session says beside what all of them say. */
interface Claims {
  readonly sub: string
  /** Seconds since 1970. */
  readonly iat: number
  readonly jti: string
  /** The token version the account had. */
  readonly ver: number
}

/**
 * Issues and reads the JWT of a login. A token is read when its signature holds, its time is not over, it is, letter
 * for letter, what would have been issued (one rule for algorithm, type, key, issuer, audience, expiry and all the
 * rest), and its account has not ended it since.
 */
export class Sessions implements CredentialReader {
  readonly #ring: readonly [SigningKey, ...SigningKey[]]
  readonly #clock: Clock
  readonly #orm: Orm

  constructor(keyring: Keyring, clock: Clock, orm: Orm) {
    const [newest, ...others] = keyring.ring('session')
    // Given bytes, jsonwebtoken first tries to read them as a private key, at five times the cost of the signature.
    const signing = ({ id, key }: typeof newest) => ({ id, key: createSecretKey(key) })
    this.#ring = [signing(newest), ...others.map(signing)]
    this.#clock = clock
    this.#orm = orm
  }

  /** A session of the account as it is at this version: the next one ends it. */
  issue(accountId: string, tokenVersion: number): string {
    const jti = newId('ses', this.#clock.now())
    return signed({ sub: accountId, iat: this.#nowSeconds(), jti, ver: tokenVersion }, this.#ring[0])
  }

  claims(token: string): boolean {
    return token.split('.').length === 3
  }

  /**
   * The account of a session. Throws `TokenExpired` after 24 hours, and `InvalidToken` for what was never issued and for
   * what a logout, a new password or the end of the account has ended, on whichever node.
   */
  async read(token: string): Promise<Caller> {
    const { sub, ver } = this.#claimsOf(token)
    const em = this.#orm.em.fork()
    const statement = 'select token_version, role from account where id = ?'
    const [account] = await em.execute<{ token_version: number; role: Role }[]>(statement, [sub])
    if (account?.token_version !== ver) throw new InvalidToken()
    return { kind: 'account', accountId: sub, actorId: sub, scheme: 'session', scopes: allScopes, role: account.role }
  }

  /** Their signatures have been verified and do not change, so only time and the accounts are asked. */
  async lapsed(tokens: readonly string[]): Promise<ReadonlyMap<string, Failure>> {
    const claims = tokens.map((token) => jwt.decode(token) as JwtPayload & Claims)
    const rows = await this.#orm.em
      .fork()
      .execute<{ id: string; token_version: number }[]>('select id, token_version from account where id in (?)', [
        [...new Set(claims.map(({ sub }) => sub))],
      ])
    const versions = new Map(rows.map(({ id, token_version }) => [id, token_version]))
    return new Map(
      tokens.flatMap((token, place): [string, Failure][] => {
        const { sub, ver, exp = 0 } = claims[place] as JwtPayload & Claims
        if (exp <= this.#nowSeconds()) return [[token, new TokenExpired()]]
        return versions.get(sub) === ver ? [] : [[token, new InvalidToken()]]
      }),
    )
  }

  #claimsOf(token: string): Claims {
    const key = this.#keyOf(token)
    if (!key) throw new InvalidToken()
    const payload = this.#verified(token, key)
    // jsonwebtoken accepts a token of any type, without an expiry or with a distant one, with headers it does not know
    // (crit, jku) and with claims said twice. None of them was ever issued here.
    if (!isComplete(payload) || token !== signed(payload, key)) throw new InvalidToken()
    return payload
  }

  /** The key a token says it was signed with, if that is one of ours. */
  #keyOf(token: string): SigningKey | undefined {
    try {
      const kid = jwt.decode(token, { complete: true })?.header.kid
      return this.#ring.find(({ id }) => id === kid)
    } catch (error) {
      throw new InvalidToken(error)
    }
  }

  #verified(token: string, { key }: SigningKey): JwtPayload {
    try {
      const expected = { algorithms: [algorithm], issuer, audience, clockTimestamp: this.#nowSeconds() }
      const payload = jwt.verify(token, key, expected)
      return typeof payload === 'string' ? {} : payload
    } catch (error) {
      throw error instanceof jwt.TokenExpiredError ? new TokenExpired() : new InvalidToken(error)
    }
  }

  #nowSeconds(): number {
    return Math.floor(this.#clock.now().getTime() / 1000)
  }
}

function signed({ sub, iat, jti, ver }: Claims, { id, key }: SigningKey): string {
  const payload = { sub, iss: issuer, aud: audience, iat, exp: iat + lifetimeSeconds, jti, ver }
  return jwt.sign(payload, key, { algorithm, header: { alg: algorithm, typ: type, kid: id } })
}

function isComplete(payload: JwtPayload): payload is Claims {
  const { sub, iat, jti, ver } = payload as Record<string, unknown>
  return isIdOf('acc', sub) && Number.isInteger(iat) && isIdOf('ses', jti) && Number.isInteger(ver)
}

function isIdOf(prefix: 'acc' | 'ses', value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(`${prefix}_`) && /^\w+$/.test(value)
}
