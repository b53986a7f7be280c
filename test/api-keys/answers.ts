import { generateApiKey } from '../../src/modules/identity/api-keys/api-key-secret.ts'
import type { TestApp } from '../support/app.ts'
import type { SeededAccount, SeededKey } from '../support/seed.ts'

export { apiRoots, expectError, expectGraphqlError, timeless } from '../links/answers.ts'

/** A well-formed key that does not exist. */
export const unknownKey = generateApiKey

/** An id without a key. */
export const unknownId = 'key_00000000000000000000000000'

/** The fields of an ApiKeyItem over REST (those of the contract, with `expiresAt` and `revokedAt`), sorted. */
export const apiKeyItemFields = [
  'createdAt',
  'expiresAt',
  'id',
  'isActive',
  'isOwn',
  'keyPreview',
  'lastUsedAt',
  'lastUsedCountry',
  'name',
  'revokedAt',
  'scopes',
  'workspaceId',
]

/** The same fields as a GraphQL selection. */
export const apiKeyItem = `{ ${apiKeyItemFields.join(' ')} }`

export interface KeyRow {
  readonly id: string
  readonly account_id: string
  readonly key_preview: string
  readonly key_hash: string
  readonly created_at: string
  readonly expires_at: string
  readonly revoked_at: string | null
  readonly last_used_at: string | null
  readonly [column: string]: unknown
}

/** The database row of a key, or undefined. */
export async function keyRow(test: TestApp, { id }: { id: string }): Promise<KeyRow | undefined> {
  const [row] = await test.sql<KeyRow>('select * from api_key where id = ?', [id])
  return row
}

/** Inserts keys of the account that expire at `expiresAt`, by SQL. */
export async function fillKeys(
  test: TestApp,
  { id, workspaceId }: SeededAccount,
  count: number,
  expiresAt: Date,
): Promise<void> {
  const tag = test.seed.word()
  await test.sql(
    `insert into api_key (id, account_id, workspace_id, name, key_preview, key_hash, created_at, expires_at)
     select ?::text || number, ?, ?, 'one of many', 'tk_', ?::text || number, now(), ?::timestamptz
       from generate_series(1, ?::int) as number`,
    [`key_${tag}_`, id, workspaceId, tag, expiresAt, count],
  )
}

export async function revoke(test: TestApp, { token }: SeededAccount, { id }: SeededKey): Promise<void> {
  const { status } = await test.rest.delete(`/v1/keys/${id}`, { token })
  if (status !== 200) throw new Error(`Revoking answered ${status}.`)
}
