import { createHash, randomBytes } from 'node:crypto'
import type { SeededAccount } from '../support/seed.ts'
import { Browser, type Visit } from './browser.ts'
import type { SeededClient } from './client.ts'
import { type ListeningApp, secrets } from './service.ts'

export interface TokenAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever shape the endpoint answers with.
  readonly json: any
}

/** A verifier and its challenge (RFC 7636, 4.1 and 4.2). */
export function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** URL of an authorization request; undefined removes a parameter. */
export function addressOf(
  base: string,
  { id, redirectUri }: SeededClient,
  changes: Record<string, string | undefined> = {},
): string {
  const parameters = {
    client_id: id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'read:links',
    state: 'a state',
    code_challenge: pkce().challenge,
    code_challenge_method: 'S256',
    ...changes,
  }
  const definedParameters = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return `${base}/oauth/authorize?${new URLSearchParams(definedParameters)}`
}

/** Where the link of a page leads back to the application. */
export function returnAddressOf(text: string): string {
  const [, href = ''] = /<a class="button" href="([^"]*)"/.exec(text) ?? []
  return href.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}

/** The steps of an authorization of one application by one user. */
export class Flow {
  readonly #test: ListeningApp
  readonly client: SeededClient
  readonly person: SeededAccount
  readonly #pkce = pkce()

  constructor(test: ListeningApp, client: SeededClient, person: SeededAccount) {
    this.#test = test
    this.client = client
    this.person = person
  }

  /** URL of an authorization request; undefined removes a parameter. */
  address(changes: Record<string, string | undefined> = {}): string {
    return addressOf(this.#test.base, this.client, { code_challenge: this.#pkce.challenge, ...changes })
  }

  /** Logs in and returns the consent page. */
  async beforeConsent(changes: Record<string, string | undefined> = {}, browser = new Browser(this.#test.base)) {
    const login = await browser.open(this.address(changes))
    const { email, password } = this.person
    return { browser, page: await browser.submit(login, { act: 'login', email, password }) }
  }

  /** Logs in, allows access, and returns the final page. */
  async allow(changes: Record<string, string | undefined> = {}): Promise<Visit> {
    const { browser, page } = await this.beforeConsent(changes)
    return browser.submit(page, { act: 'allow' })
  }

  /** A new code. */
  async code(scope = 'read:links'): Promise<string> {
    const { url, text } = await this.allow({ scope })
    const code = new URL(url).searchParams.get('code')
    if (!code) throw new Error(`The authorization returned no code: ${url} ${text}`)
    secrets.note({ token: code })
    return code
  }

  redeem(code: string, changes: Record<string, string> = {}): Promise<TokenAnswer> {
    return this.post('token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: this.client.redirectUri,
      code_verifier: this.#pkce.verifier,
      ...changes,
    })
  }

  /** A new pair of tokens. */
  async tokens(scope = 'read:links'): Promise<{ access: string; refresh: string }> {
    const { status, json } = await this.redeem(await this.code(scope))
    if (status !== 200) throw new Error(`The token endpoint returned no token: ${JSON.stringify(json)}`)
    return { access: json.access_token, refresh: json.refresh_token }
  }

  refresh(token: string, changes: Record<string, string> = {}): Promise<TokenAnswer> {
    return this.post('token', { grant_type: 'refresh_token', refresh_token: token, ...changes })
  }

  /** Posts to an endpoint with the credentials of the application. */
  async post(endpoint: 'token' | 'revoke' | 'introspect', form: Record<string, string>): Promise<TokenAnswer> {
    const { id, secret } = this.client
    const basic = secret && { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }
    const answer = await fetch(`${this.#test.base}/oauth/${endpoint}`, {
      method: 'POST',
      headers: { ...basic },
      body: new URLSearchParams({ ...(secret === null && { client_id: id }), ...form }),
    })
    const text = await answer.text()
    const json = text === '' ? null : JSON.parse(text)
    secrets.note([form, json], basic || {})
    return { status: answer.status, headers: answer.headers, json }
  }

  /** Status of an API call with the token. */
  async callApi(token: string, path = '/v1/urls'): Promise<number> {
    return (await this.#test.rest.get(path, { token })).status
  }
}
