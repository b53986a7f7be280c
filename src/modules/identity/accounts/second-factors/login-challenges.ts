import { createSecretKey, type KeyObject } from 'node:crypto'
import jwt, { type JwtPayload } from 'jsonwebtoken'
import type { SignInMethod } from '../../../../platform/auth/sign-in-method.ts'
import type { Keyring } from '../../../../platform/shared/keyring.ts'
import { type Clock, secondMs } from '../../../../platform/shared/time.ts'
import type { ProviderLogin } from '../sessions/session.service.ts'
import type { ProvenLogin } from './proven-login.ts'
import { LoginChallengeInvalid } from './second-factor.errors.ts'

const lifetimeSeconds = 10 * 60
const algorithm = 'HS256' as const
const issuer = 'tack'
/** Neither the audience nor the key is the one of sessions, so no challenge is a session. */
const audience = 'tack-login'

/** A login that lacks its second factor. */
export interface ChallengedLogin {
  readonly accountId: string
  readonly tokenVersion: number
  /** What has been proved so far. */
  readonly methods: readonly SignInMethod[]
  readonly providerLogin?: ProviderLogin | undefined
}

/** Tokens of logins that lack their second factor. They are signed and not stored: a code is what is valid once. */
export class LoginChallenges {
  readonly #keys: readonly KeyObject[]

  constructor(
    keyring: Keyring,
    private readonly clock: Clock,
  ) {
    this.#keys = keyring.keys('login-challenge').map(({ key }) => createSecretKey(key))
  }

  issue({ account, methods, providerLogin }: ProvenLogin): string {
    const iat = this.nowSeconds()
    const claims = {
      sub: account.id,
      ver: account.tokenVersion,
      amr: methods,
      ...(providerLogin && { idp: providerLogin }),
    }
    const times = { iat, exp: iat + lifetimeSeconds }
    return jwt.sign({ ...claims, ...times, iss: issuer, aud: audience }, this.#keys[0] as KeyObject, { algorithm })
  }

  /** Throws `LoginChallengeInvalid`. */
  read(challenge: string): ChallengedLogin {
    const { sub = '', ver, amr, idp } = this.verify(challenge)
    return { accountId: sub, tokenVersion: ver, methods: amr, providerLogin: idp }
  }

  private verify(challenge: string): JwtPayload {
    const options = { algorithms: [algorithm], issuer, audience, clockTimestamp: this.nowSeconds() }
    let cause: unknown
    for (const key of this.#keys) {
      try {
        return jwt.verify(challenge, key, options) as JwtPayload
      } catch (error) {
        cause = error
      }
    }
    throw new LoginChallengeInvalid(cause)
  }

  private nowSeconds(): number {
    return Math.floor(this.clock.now().getTime() / secondMs)
  }
}
