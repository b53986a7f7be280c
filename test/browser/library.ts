import type { SeededApp } from '../support/seed.ts'

/** What an application needs of an OAuth library, so that two of them can drive the same steps. */
export interface OAuthLibrary {
  /** Discovers the service by its issuer alone. */
  discover(issuer: string, app: SeededApp, redirectUri: string): Promise<OAuthClient>
}

export interface OAuthClient {
  /** Where to send a person; a fresh state and PKCE verifier are kept until the answer comes. */
  begin(scope: string): Promise<URL>
  /** Judges the answer and redeems its code. Rejects with an `error` code of RFC 6749 when access was denied. */
  finish(answer: URL): Promise<TokenPair>
  /** The status of an API call with the token, and the challenge of a refused one. */
  call(token: string, path: string): Promise<Called>
  refresh(token: string): Promise<TokenPair>
  revoke(token: string): Promise<void>
}

export interface TokenPair {
  readonly access: string
  readonly refresh: string
  readonly scope: string
}

export interface Called {
  readonly status: number
  /** The parameters of the `WWW-Authenticate` header, empty without one. */
  readonly challenge: { readonly error?: string; readonly scope?: string }
}

/** What the service answers when it gives tokens, in the words of RFC 6749. */
interface TokenAnswer {
  readonly access_token: string
  readonly refresh_token?: string
  readonly scope?: string
}

/** Empty text for what was not given, which no test takes for a token. */
export function pairOf({ access_token, refresh_token = '', scope = '' }: TokenAnswer): TokenPair {
  return { access: access_token, refresh: refresh_token, scope }
}
