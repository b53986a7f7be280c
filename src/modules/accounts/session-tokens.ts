import { createSecretKey, type KeyObject } from 'node:crypto'
import jwt, { type JwtPayload } from 'jsonwebtoken'
import { InvalidToken, TokenExpired } from '../../platform/auth/auth.errors.ts'
import type { AuthenticatedCaller as Caller, CredentialReader, Role } from '../../platform/auth/caller.ts'
import { allScopes } from '../../platform/auth/scopes.ts'
import type { Orm } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/shared/clock.ts'
import { newId } from '../../platform/shared/ids.ts'
import type { Keyring } from '../../platform/shared/keyring.ts'
import type { ServiceError } from '../../platform/shared/service-error.ts'

const algorithm = 'HS256' as const
const issuer = 'tack'
const audience = 'tack-api'
/** Says that this is a session and nothing else, so that no other token of ours passes for one (RFC 8725, 3.11). */
const tokenType = 'session+jwt'
const lifetimeSeconds = 24 * 3600

interface SigningKey {
  /** The `kid` of the tokens it signs. */
  readonly id: string
  readonly key: KeyObject
}

/** What one session says beside what all of them say. */
interface SessionClaims {
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
export class SessionTokens implements CredentialReader {
  readonly #signingKeys: readonly [SigningKey, ...SigningKey[]]
  readonly #clock: Clock
  readonly #orm: Orm

  constructor(keyring: Keyring, clock: Clock, orm: Orm) {
    const [newest, ...others] = keyring.keys('session')
    // Given bytes, jsonwebtoken first tries to read them as a private key, at five times the cost of the signature.
    const toSigningKey = ({ id, key }: typeof newest) => ({ id, key: createSecretKey(key) })
    this.#signingKeys = [toSigningKey(newest), ...others.map(toSigningKey)]
    this.#clock = clock
    this.#orm = orm
  }

  /** A session of the account as it is at this version: the next one ends it. */
  issue(accountId: string, tokenVersion: number): string {
    const jti = newId('ses', this.#clock.now())
    return signToken({ sub: accountId, iat: this.#nowSeconds(), jti, ver: tokenVersion }, this.#signingKeys[0])
  }

  canRead(token: string): boolean {
    return token.split('.').length === 3
  }

  /**
   * The account of a session. Throws `TokenExpired` after 24 hours, and `InvalidToken` for what was never issued and for
   * what a logout, a new password or the end of the account has ended, on whichever node.
   */
  async read(token: string): Promise<Caller> {
    const { sub, ver } = this.#verifyClaims(token)
    const em = this.#orm.em.fork()
    const statement = 'select token_version, role from account where id = ?'
    const [account] = await em.execute<{ token_version: number; role: Role }[]>(statement, [sub])
    if (account?.token_version !== ver) throw new InvalidToken()
    return { kind: 'account', accountId: sub, actorId: sub, scheme: 'session', scopes: allScopes, role: account.role }
  }

  /** Their signatures have been verified and do not change, so only time and the accounts are asked. */
  async findInvalid(tokens: readonly string[]): Promise<ReadonlyMap<string, ServiceError>> {
    const claims = tokens.map((token) => jwt.decode(token) as JwtPayload & SessionClaims)
    const rows = await this.#orm.em
      .fork()
      .execute<{ id: string; token_version: number }[]>('select id, token_version from account where id in (?)', [
        [...new Set(claims.map(({ sub }) => sub))],
      ])
    const versions = new Map(rows.map(({ id, token_version }) => [id, token_version]))
    return new Map(
      tokens.flatMap((token, index): [string, ServiceError][] => {
        const { sub, ver, exp = 0 } = claims[index] as JwtPayload & SessionClaims
        if (exp <= this.#nowSeconds()) return [[token, new TokenExpired()]]
        return versions.get(sub) === ver ? [] : [[token, new InvalidToken()]]
      }),
    )
  }

  #verifyClaims(token: string): SessionClaims {
    const key = this.#findSigningKey(token)
    if (!key) throw new InvalidToken()
    const payload = this.#verifyToken(token, key)
    // jsonwebtoken accepts a token of any type, without an expiry or with a distant one, with headers it does not know
    // (crit, jku) and with claims said twice. None of them was ever issued here.
    if (!hasSessionClaims(payload) || token !== signToken(payload, key)) throw new InvalidToken()
    return payload
  }

  /** The key a token says it was signed with, if that is one of ours. */
  #findSigningKey(token: string): SigningKey | undefined {
    try {
      const kid = jwt.decode(token, { complete: true })?.header.kid
      return this.#signingKeys.find(({ id }) => id === kid)
    } catch (error) {
      throw new InvalidToken(error)
    }
  }

  #verifyToken(token: string, { key }: SigningKey): JwtPayload {
    try {
      const verifyOptions = { algorithms: [algorithm], issuer, audience, clockTimestamp: this.#nowSeconds() }
      const payload = jwt.verify(token, key, verifyOptions)
      return typeof payload === 'string' ? {} : payload
    } catch (error) {
      throw error instanceof jwt.TokenExpiredError ? new TokenExpired() : new InvalidToken(error)
    }
  }

  #nowSeconds(): number {
    return Math.floor(this.#clock.now().getTime() / 1000)
  }
}

function signToken({ sub, iat, jti, ver }: SessionClaims, { id, key }: SigningKey): string {
  const payload = { sub, iss: issuer, aud: audience, iat, exp: iat + lifetimeSeconds, jti, ver }
  return jwt.sign(payload, key, { algorithm, header: { alg: algorithm, typ: tokenType, kid: id } })
}

function hasSessionClaims(payload: JwtPayload): payload is SessionClaims {
  const { sub, iat, jti, ver } = payload as Record<string, unknown>
  return isIdWithPrefix('acc', sub) && Number.isInteger(iat) && isIdWithPrefix('ses', jti) && Number.isInteger(ver)
}

function isIdWithPrefix(prefix: 'acc' | 'ses', value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(`${prefix}_`) && /^\w+$/.test(value)
}
