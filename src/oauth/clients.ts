import type { AdapterPayload } from 'oidc-provider'
import type { Orm } from '../database/open.ts'
import type { ClientSecrets } from './client.secrets.ts'

interface AppRow {
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
  const [row] = await orm.em.fork().execute<AppRow[]>(
    `select id, name, redirect_uris::text as redirect_uris, scopes::text as scopes, is_public, secret_digest
       from oauth_app where id = ?`,
    [clientId],
  )
  return row && metadataOf(row)
}

/**
 * Whether the secret is the one of the application with this digest. One that is kept under an earlier secret of the
 * installation moves to the present one, or it would end with the earlier.
 */
export async function holdsSecret(
  { orm, secrets }: { readonly orm: Orm; readonly secrets: ClientSecrets },
  { clientId, digest }: { readonly clientId: string; readonly digest: string },
  secret: string,
): Promise<boolean> {
  if (!secrets.matches(secret, digest)) return false
  const newest = secrets.digestOf(secret)
  if (newest !== digest) {
    // A secret rotated in the meantime stays rotated.
    const move = 'update oauth_app set secret_digest = ? where id = ? and secret_digest = ?'
    await orm.em.fork().execute(move, [newest, clientId, digest])
  }
  return true
}

function metadataOf({ id, name, redirect_uris, scopes, is_public, secret_digest }: AppRow): AdapterPayload {
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
