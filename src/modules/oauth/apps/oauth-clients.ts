import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AdapterPayload } from 'oidc-provider'
import type { Orm } from '../../../platform/database/database.ts'

/** A new secret: the text the developer is shown once, and the digest that is kept. */
export interface ClientSecret {
  /** `tks_` and 43 characters of base64url, which is 32 random bytes. */
  readonly text: string
  readonly digest: string
}

/**
 * The secrets of confidential applications. What is kept is HMAC-SHA-256 in hexadecimal under a key of the
 * installation: of 256 random bits nothing can be guessed, so no slow hash is needed, and a dump alone verifies nothing.
 */
export class ClientSecrets {
  readonly #newest: Buffer
  readonly #keys: readonly Buffer[]

  /** Keys newest first, at least one: digests are made under the newest, and those under the others still hold. */
  constructor(keys: readonly Buffer[]) {
    const [newest] = keys
    if (!newest) throw new Error('Client secrets need a key.')
    this.#newest = newest
    this.#keys = keys
  }

  generate(): ClientSecret {
    const text = `tks_${randomBytes(32).toString('base64url')}`
    return { text, digest: this.computeDigest(text) }
  }

  /** The digest under which this secret is to be kept. */
  computeDigest(text: string): string {
    return hmacHex(text, this.#newest)
  }

  /** Whether the digest is of this secret, under any of the keys; the time it takes says nothing of the digest. */
  verify(text: string, digest: string): boolean {
    const expected = Buffer.from(digest, 'hex')
    return this.#keys.some((key) => {
      const actual = Buffer.from(hmacHex(text, key), 'hex')
      return actual.length === expected.length && timingSafeEqual(actual, expected)
    })
  }
}

function hmacHex(text: string, key: Buffer): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

interface OAuthAppRow {
  readonly id: string
  readonly name: string
  readonly redirect_uris: string
  readonly scopes: string
  readonly is_public: boolean
  readonly secret_digest: string | null
}

/**
 * The registered application of this `client_id` as client metadata (RFC 7591). Its `client_secret` is the digest of the
 * secret, which nobody can send: what is sent is compared by `ClientSecrets`.
 */
export async function findClient(orm: Orm, clientId: string): Promise<AdapterPayload | undefined> {
  // What cannot be an id is not asked for: a NUL would be an error of the driver.
  if (!/^app_[0-9a-z]{1,60}$/.test(clientId)) return undefined
  const [row] = await orm.em.fork().execute<OAuthAppRow[]>(
    `select id, name, redirect_uris::text as redirect_uris, scopes::text as scopes, is_public, secret_digest
       from oauth_app where id = ?`,
    [clientId],
  )
  return row && toClientMetadata(row)
}

/**
 * Whether the secret is the one of the application with this digest. One that is kept under an earlier secret of the
 * installation moves to the present one, or it would end with the earlier.
 */
export async function verifyClientSecret(
  { orm, secrets }: { readonly orm: Orm; readonly secrets: ClientSecrets },
  { clientId, digest }: { readonly clientId: string; readonly digest: string },
  secret: string,
): Promise<boolean> {
  if (!secrets.verify(secret, digest)) return false
  const newest = secrets.computeDigest(secret)
  if (newest !== digest) {
    // A secret rotated in the meantime stays rotated.
    const updateDigestSql = 'update oauth_app set secret_digest = ? where id = ? and secret_digest = ?'
    await orm.em.fork().execute(updateDigestSql, [newest, clientId, digest])
  }
  return true
}

function toClientMetadata({ id, name, redirect_uris, scopes, is_public, secret_digest }: OAuthAppRow): AdapterPayload {
  const scope = (JSON.parse(scopes) as string[]).join(' ')
  return {
    client_id: id,
    client_name: name,
    redirect_uris: JSON.parse(redirect_uris),
    ...(scope !== '' && { scope }),
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    // The port of a loopback address may vary for native applications, and for no others (RFC 8252, 7.3).
    application_type: is_public ? 'native' : 'web',
    ...(is_public
      ? { token_endpoint_auth_method: 'none' }
      : { token_endpoint_auth_method: 'client_secret_basic', client_secret: secret_digest ?? '' }),
  }
}
