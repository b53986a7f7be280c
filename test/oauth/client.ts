import { createHmac, randomBytes } from 'node:crypto'
import { newId } from '../../src/platform/shared/ids.ts'
import { Keyring } from '../../src/platform/shared/keyring.ts'
import type { TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

/** A registered application, with its secret unless it is public. */
export interface SeededClient {
  readonly id: string
  readonly secret: string | null
  readonly redirectUri: string
}

export interface ClientOptions {
  readonly name?: string
  readonly redirectUris?: readonly string[]
  readonly scopes?: readonly string[]
  readonly isPublic?: boolean
}

/** Inserts an application of the account, by default confidential and with every scope. */
export async function seedClient(
  test: TestApp,
  owner: SeededAccount,
  options: ClientOptions = {},
): Promise<SeededClient> {
  const { name = 'Link Gardener', redirectUris = ['https://app.example/cb'], isPublic = false } = options
  const { scopes = ['read:links', 'write:links', 'read:analytics', 'write:qr', 'read:profile', 'write:profile'] } =
    options
  const now = test.clock.now()
  const id = newId('app', now)
  const secret = isPublic ? null : `tks_${randomBytes(32).toString('base64url')}`
  await test.sql(
    `insert into oauth_app (id, owner_id, name, redirect_uris, scopes, is_public, secret_digest, created_at, updated_at)
     values (?, ?, ?, ?::jsonb, ?::jsonb, ?, ?, ?, ?)`,
    [
      id,
      owner.id,
      name,
      JSON.stringify(redirectUris),
      JSON.stringify(scopes),
      isPublic,
      secret && digestOf(secret),
      now,
      now,
    ],
  )
  return { id, secret, redirectUri: redirectUris[0] ?? '' }
}

function digestOf(secret: string): string {
  const key = new Keyring('a secret that only the tests of this project know').key('oauth-client')
  return createHmac('sha256', key).update(secret).digest('hex')
}
