import * as oidc from 'openid-client'
import type { OidcProvider } from '../../../config/oidc.ts'
import type { SafeHttpClient } from '../../../platform/http-client/safe-http-client.ts'
import { type Clock, hourMs, secondMs } from '../../../platform/shared/time.ts'
import { LogoutTokenReader, type ProviderLogout } from './logout-token.ts'
import { createProviderFetch, ProviderMistaken, ProviderUnreachable } from './provider-fetch.ts'
import { readWorkspaceRoles } from './provider-groups.ts'
import { type ProviderPerson, readPerson } from './provider-person.ts'

/** The person did not log in at the provider, or the provider did not let them. `reason` is a code of OAuth. */
export class LoginDeclined extends Error {
  override readonly name = 'LoginDeclined'

  constructor(readonly reason: string) {
    super(`The provider answered ${reason}.`)
  }
}

/** What only this browser and this service know of a login that has begun. */
export interface LoginChecks {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

interface ProviderClientDependencies {
  readonly httpClient: Pick<SafeHttpClient, 'send'>
  readonly publicUrl: string
  /** Whether a provider may be called over http. */
  readonly allowsHttp: boolean
  readonly clock: Clock
}

/** How long the description of a provider is used. Its keys are read again when a token has an unknown one. */
const descriptionLifetimeMs = hourMs
/** How far the clock of a provider may differ from ours. */
const clockToleranceSeconds = 30
/** How long a provider is left alone that did not answer. */
const pauseMs = 5 * secondMs

/** One identity provider. Each method throws `ProviderUnreachable` or `ProviderMistaken`. */
export class ProviderClient {
  readonly redirectUri: string
  private logoutTokens: LogoutTokenReader | undefined
  private description: { readonly value: Promise<oidc.Configuration>; readonly validUntilMs: number } | undefined

  constructor(
    readonly provider: OidcProvider,
    private readonly dependencies: ProviderClientDependencies,
  ) {
    this.redirectUri = `${dependencies.publicUrl}/account/oidc/${provider.id}/callback`
  }

  /** New secrets of a login. */
  createChecks(): LoginChecks {
    const codeVerifier = oidc.randomPKCECodeVerifier()
    return { state: oidc.randomState(), nonce: oidc.randomNonce(), codeVerifier }
  }

  /** Where the person logs in; with `isProof` even if they are logged in there already. */
  async createLoginUrl({ state, nonce, codeVerifier }: LoginChecks, { isProof = false } = {}): Promise<string> {
    const configuration = await this.configure()
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.redirectUri,
      scope: this.provider.scopes,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(isProof && { max_age: '0', ...(knowsPrompt(this.provider) && { prompt: 'login' }) }),
    })
    return url.href
  }

  /**
   * The person who has logged in, by the query with which the provider has sent them back. Checks state, nonce, issuer,
   * audience, signature and time. Throws `LoginDeclined` too.
   */
  async redeem(search: string, { state, nonce, codeVerifier }: LoginChecks): Promise<ProviderPerson> {
    const configuration = await this.configure()
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, new URL(this.redirectUri + search), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new ProviderMistaken('no ID token')
      // The library checks the other times, by the clock of this machine.
      if (claims.iat * secondMs > Date.now() + clockToleranceSeconds * secondMs)
        throw new ProviderMistaken('iat is in the future')
      return await this.describePerson(configuration, tokens.access_token, claims)
    } catch (error) {
      throw toProviderError(error)
    }
  }

  /** Where the person logs out at the provider too, and comes back from; null when the provider has no such page. */
  async createLogoutUrl(): Promise<string | null> {
    const configuration = await this.configure()
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null
    const returnUrl = `${this.dependencies.publicUrl}/account/login`
    return oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnUrl }).href
  }

  /** Whom the provider has logged out, by the token of a back-channel logout. */
  async readLogoutToken(token: string): Promise<ProviderLogout> {
    const server = (await this.configure()).serverMetadata()
    const { clock, httpClient } = this.dependencies
    this.logoutTokens ??= new LogoutTokenReader(createProviderFetch(httpClient, `oidc:${this.provider.id}`), clock)
    return this.logoutTokens.read(token, server, this.provider.clientId)
  }

  /** Some providers have the e-mail address or the groups in the answer of another endpoint only. */
  private async describePerson(
    configuration: oidc.Configuration,
    accessToken: string,
    claims: oidc.IDToken,
  ): Promise<ProviderPerson> {
    const roles = readWorkspaceRoles(this.provider, claims)
    const hasEmail = claims.email !== undefined
    const hasGroups = roles !== null || this.provider.groupRules.length === 0
    if ((hasEmail && hasGroups) || configuration.serverMetadata().userinfo_endpoint === undefined)
      return readPerson(claims, roles)
    const fetched = oidc.fetchUserInfo(configuration, accessToken, claims.sub)
    // A login does not fail by its groups.
    const more = await (hasEmail ? fetched.catch(() => ({})) : fetched)
    return readPerson(hasEmail ? claims : addEmail(claims, more), roles ?? readWorkspaceRoles(this.provider, more))
  }

  /** The description of the provider, read at most once at a time. */
  private configure(): Promise<oidc.Configuration> {
    const nowMs = this.dependencies.clock.now().getTime()
    if (this.description && nowMs < this.description.validUntilMs) return this.description.value
    const value = this.discover()
    this.description = { value, validUntilMs: nowMs + descriptionLifetimeMs }
    value.catch(() => {
      this.description = { value, validUntilMs: nowMs + pauseMs }
    })
    return value
  }

  private async discover(): Promise<oidc.Configuration> {
    const { httpClient, allowsHttp } = this.dependencies
    const { id, issuer, clientId, clientSecret } = this.provider
    const customFetch = createProviderFetch(httpClient, `oidc:${id}`)
    const execute = [oidc.enableNonRepudiationChecks, ...(allowsHttp ? [oidc.allowInsecureRequests] : [])]
    try {
      const options = { [oidc.customFetch]: customFetch, execute }
      // The method of authentication depends on the description.
      const described = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), options)
      const server = described.serverMetadata()
      if (new URL(server.issuer).href !== new URL(issuer).href) throw new ProviderMistaken('another issuer')
      // Browsers are sent to both, also by scripts, which must not be given one.
      for (const each of [server.authorization_endpoint, server.end_session_endpoint])
        if (each !== undefined && !/^https?:/i.test(each)) throw new ProviderMistaken('an address that is no web page')
      const client = { [oidc.clockTolerance]: clockToleranceSeconds }
      const configuration = new oidc.Configuration(server, clientId, client, authenticate(server, clientSecret))
      configuration[oidc.customFetch] = customFetch
      for (const each of execute) each(configuration)
      return configuration
    } catch (error) {
      throw toProviderError(error)
    }
  }
}

/** Whether the address is verified is said in the same answer, and the token must not say otherwise. */
function addEmail(claims: oidc.IDToken, { email_verified: isVerified, ...more }: Partial<oidc.UserInfoResponse>) {
  return { ...more, ...claims, email_verified: isVerified && (claims.email_verified ?? isVerified) }
}

/** Google rejects `prompt=login`, which its reference does not list. */
function knowsPrompt({ issuer }: OidcProvider): boolean {
  return new URL(issuer).host !== 'accounts.google.com'
}

/** In the body where the provider accepts it: providers differ in how they decode the header of RFC 6749, 2.3.1. */
function authenticate(server: oidc.ServerMetadata, clientSecret: string | undefined): oidc.ClientAuth {
  if (clientSecret === undefined) return oidc.None()
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return methods.includes('client_secret_post')
    ? oidc.ClientSecretPost(clientSecret)
    : oidc.ClientSecretBasic(clientSecret)
}

/** What an error of `openid-client` says of the provider. */
function toProviderError(error: unknown): Error {
  if (error instanceof oidc.AuthorizationResponseError) return new LoginDeclined(error.error)
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProviderUnreachable || cause instanceof ProviderMistaken) return cause
  const { message, code, cause } = error as { message?: string; code?: string; cause?: unknown }
  const detail = cause instanceof Error ? `: ${cause.message}` : ''
  return new ProviderMistaken(`${message ?? 'unknown error'}${detail} (${code ?? 'no code'})`, { cause: error })
}
