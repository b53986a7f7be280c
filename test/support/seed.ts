import { randomBytes } from 'node:crypto'
import type { RestAnswer, RestClient } from './rest.ts'

export interface SeededAccount {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly token: string
}

export interface SeededLink {
  readonly id: string
  readonly shortUrl: string
  readonly customUrl: string | null
  readonly title: string
  readonly originalUrl: string
}

export interface SeededKey {
  readonly id: string
  readonly name: string
  readonly key: string
}

export interface SeededApp {
  readonly id: string
  readonly name: string
  /** Null for a public application. */
  readonly clientSecret: string | null
}

export interface SeededWebhook {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly secret: string
}

/** Makes what a test needs to begin with, through the front door, under names no other test uses. */
export class Seed {
  readonly #rest: RestClient

  constructor(rest: RestClient) {
    this.#rest = rest
  }

  /** A word nobody else has: usable as an alias or as part of an e-mail address. */
  word(): string {
    return `t${randomBytes(6).toString('hex')}`
  }

  async account(given: { name?: string; email?: string; password?: string } = {}): Promise<SeededAccount> {
    const wish = { name: 'Ada', email: `${this.word()}@example.com`, password: 'correct horse battery', ...given }
    const { json } = succeeded(await this.#rest.post('/v1/auth/register', wish))
    return { ...wish, id: json.user.id, token: json.token }
  }

  /** A link of the account; options as in `POST /urls`. */
  async link(account: SeededAccount, options: Record<string, unknown> = {}): Promise<SeededLink> {
    const wish = { longUrl: `https://example.com/${this.word()}`, ...options }
    return succeeded(await this.#rest.post('/v1/urls', wish, { token: account.token })).json
  }

  /** An API key of the account; options as in `POST /keys`. */
  async key(account: SeededAccount, options: Record<string, unknown> = {}): Promise<SeededKey> {
    const wish = { name: this.word(), ...options }
    return succeeded(await this.#rest.post('/v1/keys', wish, { token: account.token })).json
  }

  /** An OAuth application of the account; options as in `POST /oauth/apps`. */
  async app(account: SeededAccount, options: Record<string, unknown> = {}): Promise<SeededApp> {
    const redirectUris = ['https://app.example.com/cb', 'http://127.0.0.1:8400/cb']
    const wish = { name: 'Dashboard', redirectUris, scopes: ['read:links', 'write:links'], ...options }
    return succeeded(await this.#rest.post('/v1/oauth/apps', wish, { token: account.token })).json
  }

  /** A webhook of the account; options as in `POST /webhooks`. */
  async webhook(account: SeededAccount, options: Record<string, unknown> = {}): Promise<SeededWebhook> {
    const wish = {
      name: 'Receiver',
      url: `https://hooks.example.com/${this.word()}`,
      events: ['link.created'],
      ...options,
    }
    return succeeded(await this.#rest.post('/v1/webhooks', wish, { token: account.token })).json
  }
}

function succeeded(answer: RestAnswer): RestAnswer {
  if (answer.status >= 300) throw new Error(`Seeding failed: ${answer.status} ${answer.text}`)
  return answer
}
