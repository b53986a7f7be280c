import type { EntityManager } from '../../../platform/database/database.ts'

export interface AccessTokenRow {
  readonly digest: string
  readonly account_id: string
  readonly client_id: string
  readonly scope: string | null
  readonly is_expired: boolean
}

/**
 * Finds access tokens whose grant exists. Raw SQL, because it runs with every request of an OAuth client: it reads the
 * token and its grant in one statement and parses only the scope of the payload. Account and application need no join,
 * because their deletion deletes their records.
 */
export function findAccessTokens(em: EntityManager, digests: readonly string[], now: Date): Promise<AccessTokenRow[]> {
  return em.execute<AccessTokenRow[]>(
    `select token.digest, token.account_id, token.client_id, token.payload ->> 'scope' as scope,
            least(token.expires_at, g.expires_at) <= ? as is_expired
       from oauth_record token
       join oauth_record g on g.model = 'Grant' and g.digest = token.grant_digest
      where token.model = 'AccessToken' and token.digest in (?)
        and token.account_id is not null and token.client_id is not null`,
    [now, digests],
  )
}
