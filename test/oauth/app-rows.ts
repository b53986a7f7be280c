import { createHash, randomBytes } from 'node:crypto'
import { dayMs } from '../../src/platform/shared/time.ts'
import type { TestApp } from '../support/app.ts'
import type { SeededAccount, SeededApp } from '../support/seed.ts'

export interface SeededGrant {
  /** As `GET /oauth/grants` shows it. */
  readonly id: string
  readonly digest: string
  /** Its access token. */
  readonly token: string
  readonly app: SeededApp
}

interface GrantOptions {
  readonly scopes?: readonly string[]
  readonly days?: number
  /** Makes the digests unique. */
  readonly word?: string
}

/** Inserts a grant of this account to this application, with a code and two tokens, like the provider. */
export async function givenGrant(
  test: TestApp,
  { id: accountId }: SeededAccount,
  app: SeededApp,
  { scopes = ['read:links'], days = 14, word = randomBytes(8).toString('hex') }: GrantOptions = {},
): Promise<SeededGrant> {
  const digestOf = (text: string) => createHash('sha256').update(`tko_${word}_${text}`).digest('hex')
  const digest = digestOf('Grant')
  const scope = scopes.join(' ')
  const insert = (model: string, payload: object, grantDigest: string | null) =>
    test.sql(
      `insert into oauth_record (model, digest, payload, account_id, client_id, grant_digest, expires_at, created_at)
       values (?, ?, ?::json, ?, ?, ?, ?, ?)`,
      [
        model,
        digestOf(model),
        JSON.stringify({ ...payload, accountId, clientId: app.id }),
        accountId,
        app.id,
        grantDigest,
        new Date(test.clock.now().getTime() + days * dayMs),
        test.clock.now(),
      ],
    )
  await insert('Grant', { openid: { scope } }, null)
  for (const model of ['AuthorizationCode', 'AccessToken', 'RefreshToken']) await insert(model, { scope }, digest)
  return { id: `grt_${digest}`, digest, token: `tko_${word}_AccessToken`, app }
}

/** Inserts a pending authorization of the application. */
export async function seedInteraction(test: TestApp, { id }: SeededApp): Promise<void> {
  const now = test.clock.now()
  await test.sql(
    `insert into oauth_record (model, digest, payload, client_id, expires_at, created_at)
     values ('Interaction', ?, '{}', ?, ?, ?)`,
    [randomBytes(32).toString('hex'), id, new Date(now.getTime() + 600_000), now],
  )
}

/** The models of the records of a grant, the grant first. */
export async function findModels(test: TestApp, { digest }: SeededGrant): Promise<string[]> {
  const rows = await test.sql<{ model: string }>(
    `select model from oauth_record where (model = 'Grant' and digest = ?) or grant_digest = ?
      order by model <> 'Grant', model`,
    [digest, digest],
  )
  return rows.map(({ model }) => model)
}

export interface AppRow {
  readonly id: string
  readonly name: string
  readonly secret_digest: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly [column: string]: unknown
}

/** The database row of an application. */
export async function appRow(test: TestApp, { id }: { id: string }): Promise<AppRow> {
  const [row] = await test.sql<AppRow>('select * from oauth_app where id = ?', [id])
  if (!row) throw new Error(`There is no application ${id}.`)
  return row
}

/** Inserts many applications of the account in one statement. */
export async function manyApps(test: TestApp, { id }: SeededAccount, count: number): Promise<void> {
  await test.sql(
    `insert into oauth_app (id, owner_id, name, redirect_uris, scopes, is_public, created_at, updated_at)
     select 'app_' || ? || '_' || n, ?, 'App ' || n, '["https://example.com/"]', '["read:links"]', true, ?, ?
       from generate_series(1, ?::int) as n`,
    [id, id, test.clock.now(), test.clock.now(), count],
  )
}

/** Number of applications of an account. */
export async function appsOf(test: TestApp, { id }: SeededAccount): Promise<number> {
  const [row] = await test.sql<{ count: number }>('select count(*)::int as count from oauth_app where owner_id = ?', [
    id,
  ])
  return row?.count ?? 0
}
