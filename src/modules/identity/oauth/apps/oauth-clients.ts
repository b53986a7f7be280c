import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { AdapterPayload } from 'oidc-provider'
import type { EntityManager, Orm } from '../../../../platform/database/database.ts'
import { areSecretsEqual } from '../../../../platform/shared/secret-digest.ts'
import { commandClient, commandClientId } from '../device/device-client.ts'
import { OAuthApp } from './oauth-app.entity.ts'

/** A new client secret: the text that the developer sees once, and the stored digest. */
export interface ClientSecret {
  /** `tks_` and 32 random bytes as 43 characters of base64url. */
  readonly text: string
  readonly digest: string
}

/**
 * The secrets of confidential applications. The database stores the HMAC-SHA-256 in hexadecimal, made with a key of the
 * installation. A secret has 256 random bits, so it needs no slow hash. Without the key, a database dump cannot verify
 * secrets.
 */
export class ClientSecrets {
  private readonly newest: Buffer
  private readonly keys: readonly Buffer[]

  /** Takes at least one key, newest first. The newest key makes digests; the others still verify existing ones. */
  constructor(keys: readonly Buffer[]) {
    const [newest] = keys
    if (!newest) throw new Error('ClientSecrets requires at least one key.')
    this.newest = newest
    this.keys = keys
  }

  generate(): ClientSecret {
    const text = `tks_${randomBytes(32).toString('base64url')}`
    return { text, digest: this.computeDigest(text) }
  }

  /** The digest to store for this secret. */
  computeDigest(text: string): string {
    return hmacHex(text, this.newest)
  }

  /** Whether the digest belongs to this secret under any of the keys. Compares in constant time. */
  verify(text: string, digest: string): boolean {
    const expected = Buffer.from(digest, 'hex')
    return this.keys.some((key) => areSecretsEqual(Buffer.from(hmacHex(text, key), 'hex'), expected))
  }
}

function hmacHex(text: string, key: Buffer): string {
  return createHmac('sha256', key).update(text).digest('hex')
}

/**
 * Finds the application with this `client_id`, unless its owner is suspended, and returns it as client metadata (RFC 7591). The `client_secret` in it is
 * the digest; `verifyClientSecret` compares it with the secret that a client sends.
 */
export async function findClient(orm: Orm, clientId: string): Promise<AdapterPayload | undefined> {
  if (clientId === commandClientId) return commandClient
  // Skips the query for malformed ids. A NUL character would make the driver throw.
  if (!/^app_[0-9a-z]{1,60}$/.test(clientId)) return undefined
  const app = await orm.em
    .fork()
    .findOne(
      OAuthApp,
      { id: clientId, clientUrl: null, $or: [{ owner: null }, { owner: { suspendedAt: null } }] },
      { populate: ['secretDigest'] },
    )
  return app ? toClientMetadata(app) : undefined
}

/**
 * Whether the secret matches the digest of the application. A digest that was made with an older key is replaced by a
 * digest with the newest key, so that the secret stays valid when the older key is removed.
 */
export async function verifyClientSecret(
  { orm, secrets }: { readonly orm: Orm; readonly secrets: ClientSecrets },
  { clientId, digest }: { readonly clientId: string; readonly digest: string },
  secret: string,
): Promise<boolean> {
  if (!secrets.verify(secret, digest)) return false
  const newest = secrets.computeDigest(secret)
  if (newest !== digest) {
    // The condition on the old digest keeps a secret that was rotated meanwhile.
    await orm.em.fork().nativeUpdate(OAuthApp, { id: clientId, secretDigest: digest }, { secretDigest: newest })
  }
  return true
}

function toClientMetadata({ id, name, redirectUris, scopes, isPublic, secretDigest }: OAuthApp): AdapterPayload {
  return {
    client_id: id,
    client_name: name,
    redirect_uris: redirectUris,
    ...(scopes.length > 0 && { scope: scopes.join(' ') }),
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    // Only native applications may use any port on a loopback address (RFC 8252, 7.3).
    application_type: isPublic ? 'native' : 'web',
    ...(isPublic
      ? { token_endpoint_auth_method: 'none' }
      : { token_endpoint_auth_method: 'client_secret_basic', client_secret: secretDigest ?? '' }),
  }
}

/**
 * The id of the application with this `client_id`. An application with a metadata document has the address of the document as
 * its `client_id`, and an id that follows from it; so has the command.
 */
export function appIdOf(clientId: string): string {
  return isStoredWithGrant(clientId)
    ? `app_${createHash('sha256').update(clientId).digest('hex').slice(0, 40)}`
    : clientId
}

/** Whether an application has no row before somebody grants it access. */
export function isStoredWithGrant(clientId: string): boolean {
  return clientId === commandClientId || isDocumentAddress(clientId)
}

/** Whether a `client_id` is the address of a metadata document. */
function isDocumentAddress(clientId: string): boolean {
  return /^https:\/\//i.test(clientId)
}

/** Whether an application has registered itself (RFC 7591). */
export async function isSelfRegistered(em: EntityManager, clientId: string): Promise<boolean> {
  return (await em.count(OAuthApp, { id: clientId, owner: null, clientUrl: null })) > 0
}

/** The name that an application gives itself; without one, the host of its document. */
export function clientNameOf({ clientId, clientName }: Pick<ClientMetadata, 'clientId' | 'clientName'>): string {
  return clientName ?? findDocumentHost(clientId) ?? ''
}

interface ClientMetadata {
  readonly clientId: string
  readonly clientName?: string | undefined
}

/** The host that vouches for an application, by its metadata document; undefined for a registered one. */
export function findDocumentHost(clientId: string): string | undefined {
  return isDocumentAddress(clientId) ? URL.parse(clientId)?.host : undefined
}
