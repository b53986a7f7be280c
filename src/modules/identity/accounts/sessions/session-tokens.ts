import { createSecretKey, type KeyObject } from 'node:crypto'
import jwt, { type JwtPayload } from 'jsonwebtoken'
import { AccountSuspended, InvalidToken, TokenExpired } from '../../../../platform/auth/auth.errors.ts'
import type { Credential, CredentialReader, MembershipReader } from '../../../../platform/auth/caller.ts'
import { isFreshProof, listProofWays } from '../../../../platform/auth/login-proof.ts'
import { allScopes } from '../../../../platform/auth/scopes.ts'
import type { Orm } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/shared/ids.ts'
import type { Keyring } from '../../../../platform/shared/keyring.ts'
import type { ServiceError } from '../../../../platform/shared/service-error.ts'
import { type Clock, dayMs, minuteMs, secondMs } from '../../../../platform/shared/time.ts'
import { findSessionAccount, holdSession } from '../accounts.queries.ts'
import { Session } from './session.entity.ts'

const algorithm = 'HS256' as const
const issuer = 'tack'
const audience = 'tack-api'
/** The type distinguishes a session from other tokens of the service (RFC 8725, 3.11). */
const tokenType = 'session+jwt'
/** How long a token is valid. */
const tokenLifetimeMs = dayMs
/** How long a token in the memory of a page is valid. */
const pageTokenLifetimeMs = 15 * minuteMs
/** How long after its login a session can be renewed. */
const maxSessionLifetimeMs = 30 * dayMs

interface SigningKey {
  /** The `kid` of the tokens it signs. */
  readonly id: string
  readonly key: KeyObject
}

/** The claims that differ between sessions. */
interface SessionClaims {
  readonly sub: string
  /** Seconds since 1970. */
  readonly iat: number
  readonly jti: string
  /** The account's `tokenVersion` when the session began. */
  readonly ver: number
  /** Seconds since 1970 at the login. Only a renewed token has it; others are issued at the login. */
  readonly auth_time?: number
  /** Only the token of a page has it. */
  readonly use?: 'page'
}

/** A token of a session for the memory of a page. */
export interface PageToken {
  readonly token: string
  readonly expiresAt: Date
}

/**
 * Issues and reads the JWT of a session. A token is valid if its signature is correct, it has not expired, it equals
 * the token that this class would issue for its claims (one rule for algorithm, type, key, issuer, audience, expiry and
 * all other parts), its session has not been ended, and its token version is the current version of the account.
 */
export class SessionTokens implements CredentialReader {
  readonly #signingKeys: readonly [SigningKey, ...SigningKey[]]
  readonly #clock: Clock
  readonly #orm: Orm
  readonly #allowsPasswords: boolean

  constructor(keyring: Keyring, clock: Clock, orm: Orm, { allowsPasswords = true } = {}) {
    const [newest, ...older] = keyring.keys('session')
    // jsonwebtoken first parses a byte array as a private key, which takes five times as long as the signature.
    const toSigningKey = ({ id, key }: typeof newest) => ({ id, key: createSecretKey(key) })
    this.#signingKeys = [toSigningKey(newest), ...older.map(toSigningKey)]
    this.#clock = clock
    this.#allowsPasswords = allowsPasswords
    this.#orm = orm
  }

  /** The id and the token of a new session, which is valid once it is stored, while the account has this token version. */
  issue(accountId: string, tokenVersion: number): { readonly id: string; readonly token: string } {
    const id = newId('ses', this.#clock.now())
    const claims = { sub: accountId, iat: this.#nowSeconds(), jti: id, ver: tokenVersion }
    return { id, token: signToken(claims, this.#signingKeys[0]) }
  }

  /** The next token of a session. */
  renew({ id, createdAt }: Pick<Session, 'id' | 'createdAt'>, accountId: string, tokenVersion: number): string {
    const authTime = toSeconds(createdAt)
    const claims = { sub: accountId, iat: this.#nowSeconds(), jti: id, ver: tokenVersion, auth_time: authTime }
    return signToken(claims, this.#signingKeys[0])
  }

  /**
   * A token of the same session for a page: `read` accepts it for 15 minutes, and no new token is issued for it. Throws like
   * `read`, but does not ask the database whether the session has ended.
   */
  issuePageToken(token: string): PageToken {
    const { sub, jti, ver, iat, auth_time: authTime = iat } = this.#verifyClaims(token)
    const claims = { sub, iat: this.#nowSeconds(), jti, ver, auth_time: authTime, use: 'page' } as const
    const expiresAt = new Date(expirySecondsOf(claims) * secondMs)
    return { token: signToken(claims, this.#signingKeys[0]), expiresAt }
  }

  /** Whether a valid token was issued before an instant. */
  isOlderThan(instant: Date, token: string): boolean {
    return this.#verifyClaims(token).iat * secondMs < instant.getTime()
  }

  canRead(token: string): boolean {
    return token.split('.').length === 3
  }

  /**
   * The caller of a session. Throws `TokenExpired` after 24 hours (15 minutes for the token of a page), or 30 days after the login. Throws `InvalidToken` for a forged token, and after a
   * logout, a new password or the deletion of the account, on any node. Throws `AccountSuspended`.
   */
  async read(token: string, workspacesSql: MembershipReader['workspacesSql']): Promise<Credential> {
    const claims = this.#verifyClaims(token)
    const { sub, jti, ver } = claims
    const account = await findSessionAccount(this.#orm.em.fork(), { id: jti, accountId: sub }, workspacesSql)
    if (account?.token_version !== ver) throw new InvalidToken()
    if (account.is_suspended) throw new AccountSuspended()
    const provenAt = new Date(account.proven_at_ms)
    const { has_app: hasApp, has_passkey: hasPasskey, has_identity: hasIdentity } = account
    const hasPassword = account.has_password && this.#allowsPasswords
    return {
      kind: 'account',
      accountId: sub,
      actorId: sub,
      scheme: 'session',
      sessionId: jti,
      ...(claims.use === 'page' && { isPageToken: true }),
      scopes: allScopes,
      validUntil: new Date(expirySecondsOf(claims) * secondMs),
      role: account.role,
      // Without workspaces, the caller finds nothing in any workspace.
      memberships: account.memberships ?? [],
      ...(account.memberships === null && { isBeingDeleted: true }),
      ...(!hasApp && !hasPasskey && { lacksSecondFactor: true }),
      proof: {
        methods: account.sign_in_methods,
        at: provenAt,
        ways: listProofWays({ hasPassword, hasApp, hasPasskey, hasIdentity }),
        isFresh: () => isFreshProof(provenAt, this.#clock.now()),
      },
      hold: (em) => holdSession(em, { id: jti, accountId: sub }, ver),
    }
  }

  /** Checks expiry and accounts only: `read` has verified the signatures. */
  async findInvalid(tokens: readonly string[]): Promise<ReadonlyMap<string, ServiceError>> {
    const claims = tokens.map((token) => jwt.decode(token) as JwtPayload & SessionClaims)
    const where = { id: { $in: claims.map(({ jti }) => jti) }, account: { deletionRequestedAt: null } }
    const sessions = await this.#orm.em
      .fork()
      .find(Session, where, { populate: ['account'], fields: ['account.tokenVersion', 'account.suspendedAt'] })
    const accounts = new Map(sessions.map(({ id, account }) => [id, account.unwrap()]))
    return new Map(
      tokens.flatMap((token, index): [string, ServiceError][] => {
        const { jti, ver, exp = 0 } = claims[index] as JwtPayload & SessionClaims
        if (exp <= this.#nowSeconds()) return [[token, new TokenExpired()]]
        const account = accounts.get(jti)
        if (account?.tokenVersion !== ver) return [[token, new InvalidToken()]]
        return account.suspendedAt === null ? [] : [[token, new AccountSuspended()]]
      }),
    )
  }

  #verifyClaims(token: string): SessionClaims {
    const key = this.#findSigningKey(token)
    if (!key) throw new InvalidToken()
    const payload = this.#verifyToken(token, key)
    // jsonwebtoken accepts tokens of any type, without an expiry or with a distant one, with unknown headers (crit, jku)
    // and with duplicate claims. This service never issues them.
    if (!hasSessionClaims(payload) || token !== signToken(payload, key)) throw new InvalidToken()
    return payload
  }

  /** The key with the `kid` of the token, if it is a key of this service. */
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
    return toSeconds(this.#clock.now())
  }
}

/** When the token of a session expires that began at `createdAt`, if it is issued now. */
export function sessionExpiry(createdAt: Date, now: Date, lifetimeMs = tokenLifetimeMs): Date {
  return new Date(Math.min(now.getTime() + lifetimeMs, createdAt.getTime() + maxSessionLifetimeMs))
}

function expirySecondsOf({ iat, auth_time: authTime = iat, use }: SessionClaims): number {
  const lifetimeMs = use === 'page' ? pageTokenLifetimeMs : tokenLifetimeMs
  return toSeconds(sessionExpiry(new Date(authTime * secondMs), new Date(iat * secondMs), lifetimeMs))
}

function toSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / secondMs)
}

function signToken(claims: SessionClaims, { id, key }: SigningKey): string {
  const { sub, iat, jti, ver, auth_time: authTime, use } = claims
  const exp = expirySecondsOf(claims)
  const renewal = authTime === undefined ? {} : { auth_time: authTime }
  const payload = { sub, iss: issuer, aud: audience, iat, exp, jti, ver, ...renewal, ...(use && { use }) }
  return jwt.sign(payload, key, { algorithm, header: { alg: algorithm, typ: tokenType, kid: id } })
}

function hasSessionClaims(payload: JwtPayload): payload is SessionClaims {
  const { sub, iat, jti, ver, auth_time: authTime = iat, use = 'page' } = payload as Record<string, unknown>
  const hasIds = isIdWithPrefix('acc', sub) && isIdWithPrefix('ses', jti)
  return hasIds && [iat, ver, authTime].every(Number.isInteger) && use === 'page'
}

function isIdWithPrefix(prefix: 'acc' | 'ses', value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(`${prefix}_`) && /^\w+$/.test(value)
}
