import { randomBytes } from 'node:crypto'
import type { Settings } from '../../src/config.ts'
import { normalizeEmail } from '../../src/modules/identity/accounts/account.entity.ts'
import { SessionTokens, sessionExpiry } from '../../src/modules/identity/accounts/index.ts'
import type { TokenPurpose } from '../../src/modules/identity/accounts/mails/account-token.entity.ts'
import { createPersonalWorkspace } from '../../src/modules/identity/workspaces/index.ts'
import type { Orm } from '../../src/platform/database/database.ts'
import { newId } from '../../src/platform/shared/ids.ts'
import { Keyring } from '../../src/platform/shared/keyring.ts'
import { argon2Parameters, hashPassword } from '../../src/platform/shared/password-hashing.ts'
import { digestSecret } from '../../src/platform/shared/secret-digest.ts'
import type { TestClock } from './clock.ts'
import type { RestAnswer, RestClient } from './rest.ts'

export interface SeededAccount {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly token: string
  /** The personal workspace. */
  readonly workspaceId: string
}

export interface SeededLink {
  readonly id: string
  readonly shortUrl: string
  /** The full short address. */
  readonly address: string
  readonly customUrl: string | null
  readonly title: string
  readonly originalUrl: string
  readonly updatedAt: string
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

/** What the seed writes with. */
export interface SeedOptions {
  readonly rest: RestClient
  readonly orm: Orm
  readonly clock: TestClock
  readonly settings: Settings
}

/** Each password is hashed once per worker. */
const hashes = new Map<string, Promise<string>>()
function hashOf(password: string): Promise<string> {
  const key = `${argon2Parameters.memoryCost} ${password}`
  const hash = hashes.get(key) ?? hashPassword({ key: 'seed' }, password)
  hashes.set(key, hash)
  return hash
}

/** Creates rows for tests with unique names: accounts by SQL, everything else over REST. */
export class Seed {
  readonly #rest: RestClient
  readonly #orm: Orm
  readonly #clock: TestClock
  readonly #keyring: Keyring | undefined

  constructor(private readonly options: SeedOptions) {
    const { rest, orm, clock, settings } = options
    const { jwtSecret, jwtSecretPrevious } = settings
    this.#rest = rest
    this.#orm = orm
    this.#clock = clock
    this.#keyring = jwtSecret ? new Keyring(jwtSecret, jwtSecretPrevious) : undefined
  }

  /** A seed that sends its requests through another client. */
  through(rest: RestClient): Seed {
    return new Seed({ ...this.options, rest })
  }

  /** A unique word: usable as an alias or as part of an e-mail address. */
  word(): string {
    return `t${randomBytes(6).toString('hex')}`
  }

  /** An account with a session, as after a registration. Other tests cover registration and login. */
  async account(options: { name?: string; email?: string; password?: string } = {}): Promise<SeededAccount> {
    const input = { name: 'Ada', email: `${this.word()}@example.com`, password: 'correct horse battery', ...options }
    // When the service generated its own secret, the test cannot sign sessions.
    if (!this.#keyring) {
      const { json } = succeeded(await this.#rest.post('/v1/auth/register', input))
      const workspaces = await this.#rest.get('/v1/workspaces', { token: json.token })
      return { ...input, id: json.user.id, token: json.token, workspaceId: succeeded(workspaces).json[0].id }
    }
    const now = this.#clock.now()
    const id = newId('acc', now)
    const { name, email, password } = input
    const em = this.#orm.em.fork()
    await em.execute(
      'insert into account (id, name, email, email_key, password_hash, created_at) values (?, ?, ?, ?, ?, ?)',
      [id, name, email, normalizeEmail(email), await hashOf(password), now],
    )
    const { id: workspaceId } = await createPersonalWorkspace(em, { id, name, createdAt: now })
    return { ...input, id, token: await this.session(id), workspaceId }
  }

  /** The token of a mail to the account, valid for an hour. */
  async mailToken(account: SeededAccount, purpose: TokenPurpose): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(this.#clock.now().getTime() + 3_600_000)
    await this.#orm.em
      .fork()
      .execute('insert into account_token (digest, account_id, purpose, expires_at) values (?, ?, ?, ?)', [
        digestSecret(token),
        account.id,
        purpose,
        expiresAt,
      ])
    return token
  }

  /** The token of a session that began at this time. */
  async session(accountId: string, beganAt = this.#clock.now()): Promise<string> {
    if (!this.#keyring) throw new Error('Without JWT_SECRET, a test cannot sign sessions.')
    const { id, token } = new SessionTokens(this.#keyring, { now: () => beganAt }, this.#orm).issue(accountId, 0)
    await this.#orm.em
      .fork()
      .execute('insert into session (id, account_id, created_at, expires_at) values (?, ?, ?, ?)', [
        id,
        accountId,
        beganAt,
        sessionExpiry(beganAt, beganAt),
      ])
    return token
  }

  /** A link of the account; options as in `POST /urls`. */
  async link(account: SeededAccount, options: Record<string, unknown> = {}): Promise<SeededLink> {
    const input = { longUrl: `https://example.com/${this.word()}`, ...options }
    return succeeded(await this.#rest.post('/v1/urls', input, { token: account.token })).json
  }

  /** An API key of the account; options as in `POST /keys`. */
  async key(account: SeededAccount, options: Record<string, unknown> = {}): Promise<SeededKey> {
    const input = { name: this.word(), ...options }
    return succeeded(await this.#rest.post('/v1/keys', input, { token: account.token })).json
  }

  /** An OAuth application of the account; options as in `POST /oauth/apps`. */
  async app(account: SeededAccount, options: Record<string, unknown> = {}): Promise<SeededApp> {
    const redirectUris = ['https://app.example.com/cb', 'http://127.0.0.1:8400/cb']
    const input = { name: 'Dashboard', redirectUris, scopes: ['read:links', 'write:links'], ...options }
    const add = () => this.#rest.post('/v1/oauth/apps', input, { token: account.token })
    const answer = await add()
    if (answer.json?.error?.code !== 'STEP_UP_REQUIRED') return succeeded(answer).json
    // The clock of the test went on since the login.
    const { password } = account
    succeeded(await this.#rest.post('/v1/auth/sessions/proofs', { password }, { token: account.token }))
    return succeeded(await add()).json
  }

  /** A webhook of the account; options as in `POST /webhooks`. */
  async webhook(account: SeededAccount, options: Record<string, unknown> = {}): Promise<SeededWebhook> {
    const input = {
      name: 'Receiver',
      url: `https://hooks.example.com/${this.word()}`,
      events: ['link.created'],
      ...options,
    }
    return succeeded(await this.#rest.post('/v1/webhooks', input, { token: account.token })).json
  }
}

function succeeded(answer: RestAnswer): RestAnswer {
  if (answer.status >= 300) throw new Error(`Seeding failed: ${answer.status} ${answer.text}`)
  return answer
}
