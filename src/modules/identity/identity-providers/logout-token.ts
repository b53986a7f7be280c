import { createRemoteJWKSet, customFetch, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { CustomFetch, ServerMetadata } from 'openid-client'
import type { Clock } from '../../../platform/shared/time.ts'
import { ProviderMistaken, ProviderUnreachable } from './provider-fetch.ts'

/** Whom a provider has logged out: a person, one session of a person, or both. */
export interface ProviderLogout {
  readonly issuer: string
  readonly subject: string | undefined
  readonly sessionId: string | undefined
  readonly issuedAt: Date
}

const eventName = 'http://schemas.openid.net/event/backchannel-logout'
/** How old a token may be. Its sender does not wait for people. */
const maxTokenAge = '10 minutes'

/** Reads the tokens of back-channel logouts (OpenID Connect Back-Channel Logout 1.0, 2.6). */
export class LogoutTokenReader {
  private keys: { readonly uri: string; readonly find: JWTVerifyGetKey } | undefined

  constructor(
    private readonly fetch: CustomFetch,
    private readonly clock: Clock,
  ) {}

  /** Throws `ProviderMistaken` for a token that the provider has not issued for this client, and `ProviderUnreachable`. */
  async read(token: string, server: ServerMetadata, clientId: string): Promise<ProviderLogout> {
    const { issuer, jwks_uri: uri, id_token_signing_alg_values_supported: algorithms = ['RS256'] } = server
    if (uri === undefined) throw new ProviderMistaken('no keys')
    const payload = await this.verify(token, uri, {
      issuer,
      audience: clientId,
      // A shared secret would let anybody who knows it end sessions, and `none` everybody.
      algorithms: algorithms.filter((algorithm) => /^(RS|PS|ES|Ed)/.test(algorithm)),
      requiredClaims: ['iat', 'jti', 'events'],
      maxTokenAge,
      clockTolerance: 30,
      currentDate: this.clock.now(),
    })
    const { sub: subject, sid, events, nonce, iat = 0 } = payload
    const isLogout = typeof events === 'object' && events !== null && eventName in events
    // An ID token must not pass for a logout token.
    if (!isLogout || nonce !== undefined) throw new ProviderMistaken('no logout token')
    const sessionId = typeof sid === 'string' ? sid : undefined
    if (subject === undefined && sessionId === undefined) throw new ProviderMistaken('nobody is logged out')
    return { issuer, subject, sessionId, issuedAt: new Date(iat * 1000) }
  }

  private async verify(token: string, uri: string, options: Parameters<typeof jwtVerify>[2]): Promise<JWTPayload> {
    try {
      return (await jwtVerify(token, this.findKeys(uri), options)).payload
    } catch (error) {
      for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
        if (cause instanceof ProviderUnreachable) throw cause
      if (error instanceof errors.JWKSTimeout) throw new ProviderUnreachable('no keys in time')
      throw new ProviderMistaken((error as Error).message, { cause: error })
    }
  }

  /** The keys of the provider, which are read again when a token has an unknown one, twice a minute at most. */
  private findKeys(uri: string): JWTVerifyGetKey {
    if (this.keys?.uri !== uri) {
      const find = createRemoteJWKSet(new URL(uri), {
        [customFetch]: (url, { headers }) =>
          this.fetch(url, {
            method: 'GET',
            headers: Object.fromEntries(new Headers(headers)),
            body: undefined,
            redirect: 'manual',
          }),
      })
      this.keys = { uri, find }
    }
    return this.keys.find
  }
}
