import { randomBytes } from 'node:crypto'
import type { Settings } from '../../src/config.ts'
import { normalizeEmail } from '../../src/modules/accounts/account.entity.ts'
import { SessionTokens } from '../../src/modules/accounts/index.ts'
import type { Orm } from '../../src/platform/database/database.ts'
import { newId } from '../../src/platform/shared/ids.ts'
import { Keyring } from '../../src/platform/shared/keyring.ts'
import { hashPassword } from '../../src/platform/shared/password-hashing.ts'
import type { TestClock } from './clock.ts'
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

/** What accounts are written with. */
export interface SeedOptions {
  readonly rest: RestClient
  readonly orm: Orm
  readonly clock: TestClock
  readonly settings: Settings
}

/** A hash takes 43 ms of work, so each password is hashed once for each worker. */
const hashes = new Map<string, Promise<string>>()
function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

/** Makes what a test needs to begin with, under names no other test uses: accounts by SQL, all else through REST. */
export class Seed {
  readonly #rest: RestClient
  readonly #orm: Orm
  readonly #clock: TestClock
  readonly #sessions: SessionTokens | undefined

  constructor({ rest, orm, clock, settings: { jwtSecret, jwtSecretPrevious } }: SeedOptions) {
    this.#rest = rest
    this.#orm = orm
    this.#clock = clock
    this.#sessions = jwtSecret ? new SessionTokens(new Keyring(jwtSecret, jwtSecretPrevious), clock, orm) : undefined
  }

  /** A word nobody else has: usable as an alias or as part of an e-mail address. */
  word(): string {
    return `t${randomBytes(6).toString('hex')}`
  }

  /** An account as a registration leaves it, with a session. The tests of registering and of logging in prove that path. */
  async account(given: { name?: string; email?: string; password?: string } = {}): Promise<SeededAccount> {
    const wish = { name: 'Ada', email: `${this.word()}@example.com`, password: 'correct horse battery', ...given }
    // A service that made its own secret signs with what the tests do not know.
    if (!this.#sessions) {
      const { json } = succeeded(await this.#rest.post('/v1/auth/register', wish))
      return { ...wish, id: json.user.id, token: json.token }
    }
    const now = this.#clock.now()
    const id = newId('acc', now)
    const { name, email, password } = wish
    await this.#orm.em
      .fork()
      .execute(
        'insert into account (id, name, email, email_key, password_hash, created_at) values (?, ?, ?, ?, ?, ?)',
        [...[id, name, email, normalizeEmail(email)], ...[await hashOf(password), now]],
      )
    return { ...wish, id, token: this.#sessions.issue(id, 0) }
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
