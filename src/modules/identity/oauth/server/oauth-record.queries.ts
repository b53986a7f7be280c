import { InvalidToken } from '../../../../platform/auth/auth.errors.ts'
import type { CallerWorkspace, MembershipReader } from '../../../../platform/auth/caller.ts'
import type { EntityManager } from '../../../../platform/database/database.ts'

export interface AccessTokenRow {
  readonly digest: string
  readonly account_id: string
  readonly client_id: string
  readonly grant_digest: string
  readonly grant_expires_at: string | Date
  readonly scope: string | null
  /** The resource that the token is for; null for the API. */
  readonly audience: string | null
  /**
   * The chosen workspaces in which the account is a member, the personal workspace first. Deleted workspaces are
   * included, so that the caller can restore them.
   */
  readonly workspace_ids: string[]
  /** All workspaces of the account, if they were selected. */
  readonly memberships: CallerWorkspace[] | null
  readonly is_expired: boolean
  /** Whether the account of the token is suspended. */
  readonly is_suspended: boolean
  /** When the token or its grant expires. */
  readonly expires_at: string | Date
}

/**
 * Finds access tokens whose grant exists. Raw SQL, because it runs with every request of an OAuth client: it reads the
 * token, its grant and the chosen workspaces in one statement, and parses only the scope of the token's payload. The
 * application of a suspended account has no tokens. `filterChosen` has the same rule.
 */
export function findAccessTokens(
  em: EntityManager,
  digests: readonly string[],
  now: Date,
  workspacesSql: MembershipReader['workspacesSql'] = () => 'null',
): Promise<AccessTokenRow[]> {
  return em.execute<AccessTokenRow[]>(
    `select token.digest, token.account_id, token.client_id, token.payload ->> 'scope' as scope, token.payload ->> 'aud' as audience,
            token.grant_digest,
            g.expires_at as grant_expires_at,
            least(token.expires_at, g.expires_at) <= ? as is_expired,
            least(token.expires_at, g.expires_at) as expires_at,
            (select suspended_at is not null from account where account.id = token.account_id) as is_suspended,
            ${workspacesSql('token.account_id')} as memberships,
            array(
              select workspace.id
                from workspace_member member
                join workspace on workspace.id = member.workspace_id
               where member.account_id = token.account_id
                 and case when g.payload -> 'membershipIds' is null then workspace.personal_account_id is not null
                          else member.id in (select json_array_elements_text(g.payload -> 'membershipIds')) end
               order by workspace.personal_account_id, member.joined_at, member.id) as workspace_ids
       from oauth_record token
       join oauth_record g on g.model = 'Grant' and g.digest = token.grant_digest
      where token.model = 'AccessToken' and token.digest in (?)
        and token.account_id is not null
        and exists (
          select from oauth_app left join account as owner on owner.id = oauth_app.owner_id
           where oauth_app.id = token.client_id and owner.suspended_at is null)`,
    [now, digests],
  )
}

/**
 * Finds the grants of an application that have any of these scopes. Raw SQL, because the scopes are inside the payload:
 * the scopes of the provider in `openid.scope`, and the scopes of each resource in `resources`.
 */
export async function findGrantsWithScopes(
  em: EntityManager,
  appId: string,
  scopes: readonly string[],
): Promise<string[]> {
  if (scopes.length === 0) return []
  const rows = await em.execute<{ digest: string }[]>(
    `select r.digest from oauth_record r
      where r.model = 'Grant' and r.client_id = ?
        and exists (
          select 1
            from (select r.payload -> 'openid' ->> 'scope' as scope
                  union all
                  select value from json_each_text((r.payload -> 'resources')::json)) as scope_list
           where string_to_array(scope_list.scope, ' ') && string_to_array(?, ' '))`,
    [appId, scopes.join(' ')],
  )
  return rows.map(({ digest }) => digest)
}

/** Locks a grant, so that it cannot end before the transaction ends. Throws `InvalidToken` when it has ended. */
export async function holdGrant(
  em: Pick<EntityManager, 'execute'>,
  { digest, now }: { readonly digest: string; readonly now: Date },
): Promise<void> {
  const sql = `select 1 from oauth_record where model = 'Grant' and digest = ? and expires_at > ? for key share`
  if ((await em.execute<unknown[]>(sql, [digest, now])).length === 0) throw new InvalidToken()
}
