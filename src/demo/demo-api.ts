import type { FastifyInstance } from 'fastify'

/** The REST interface, as the account of the demo uses it. */
export class DemoApi {
  readonly email = 'demo@tack.example'
  readonly password = 'museum posters and letters'
  private token = ''

  constructor(private readonly server: FastifyInstance) {}

  /** The token of a new session; null when the account does not exist. */
  async logIn(): Promise<string | null> {
    const { email, password } = this
    const answer = await this.server.inject({ method: 'POST', url: '/v1/auth/login', payload: { email, password } })
    if (answer.statusCode !== 200) return null
    this.token = answer.json().token
    return this.token
  }

  async register(name: string): Promise<void> {
    const { email, password } = this
    const { token } = await this.post<{ token: string }>('/v1/auth/register', { name, email, password })
    this.token = token
  }

  /** Throws when the service refuses it. */
  async post<T>(url: string, payload: object): Promise<T> {
    const headers = this.token ? { authorization: `Bearer ${this.token}` } : {}
    const answer = await this.server.inject({ method: 'POST', url, payload, headers })
    if (answer.statusCode >= 300) throw new Error(`The demo could not be created: ${url} answered ${answer.body}`)
    return answer.json()
  }
}
