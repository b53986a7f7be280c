/** A token is valid for 24 hours. An older one than this is renewed before the next request. */
const renewAfterMs = 12 * 3_600_000

const loginCodes = ['UNAUTHENTICATED', 'INVALID_TOKEN', 'TOKEN_EXPIRED']

/** Whether an error means that the session has ended, for instance by a new password. Only a login helps. */
export function isSessionOver({ extensions }: { readonly extensions?: { readonly code?: unknown } }): boolean {
  return loginCodes.includes(String(extensions?.code))
}

/** A login. It lasts while it is used, for at most 30 days. */
export class Session {
  #renewal: Promise<void> | undefined

  /** `url` is the address of the graph, such as `https://tack.example.com/graphql`. */
  constructor(private readonly url: string) {}

  get isOpen(): boolean {
    return localStorage.getItem('token') !== null
  }

  /** Rejects with a sentence for the form, for instance when the password is wrong. */
  async logIn(email: string, password: string): Promise<void> {
    const login =
      'mutation ($email: String!, $password: String!) { auth: login(email: $email, password: $password) { token } }'
    await this.#request(login, { email, password })
  }

  /** Forgets the token, after `endSession` or when `isSessionOver`. */
  end(): void {
    localStorage.removeItem('token')
  }

  /** The value of the header `Authorization`. */
  async authorization(): Promise<string> {
    const age = Date.now() - Number(localStorage.getItem('receivedAt'))
    if (this.isOpen && age > renewAfterMs) {
      // One renewal for all requests of a page. The old token is still valid, so the next request can try again.
      this.#renewal ??= this.#request('mutation { auth: renewSession { token } }').catch(() => undefined)
      await this.#renewal
      this.#renewal = undefined
    }
    return this.#header
  }

  get #header(): string {
    return `Bearer ${localStorage.getItem('token')}`
  }

  async #request(query: string, variables = {}): Promise<void> {
    const headers = { 'content-type': 'application/json', ...(this.isOpen && { authorization: this.#header }) }
    const response = await fetch(this.url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
    const { data, errors } = await response.json()
    if (errors) throw new Error(errors[0].message)
    localStorage.setItem('token', data.auth.token)
    localStorage.setItem('receivedAt', String(Date.now()))
  }
}
