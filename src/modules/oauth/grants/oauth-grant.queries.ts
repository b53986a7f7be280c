import type { EntityManager } from '../../../platform/database/database.ts'

/**
 * The scopes of a grant record as the provider keeps them, one row each: in `openid.scope` and, for each resource, in
 * `resources`. To be put where `r` is the record.
 */
export const grantedScopesSql = `
  select distinct regexp_split_to_table(given.scope, ' ') as scope
    from (select r.payload -> 'openid' ->> 'scope' as scope
          union all
          select value from json_each_text((r.payload -> 'resources')::json)) as given`

/** What makes a record `r` a grant that holds at an instant, which is its one parameter. */
export const isActiveGrantSql = `r.model = 'Grant' and r.expires_at > ?`

/** Ends the grants of an application that hold one of these scopes, with every code and token given under them. */
export async function deleteGrantsWithScopes(
  em: EntityManager,
  appId: string,
  scopes: readonly string[],
): Promise<void> {
  if (scopes.length === 0) return
  await em.execute(
    `with ended as (
       delete from oauth_record r
        where r.model = 'Grant' and r.client_id = ?
          and exists (select from (${grantedScopesSql}) as granted where granted.scope in (?))
       returning r.digest
     )
     delete from oauth_record where grant_id in (select digest from ended)`,
    [appId, scopes],
  )
}

/**
 * Takes the grants of an application away, for the act that ends all of its records. Whoever ends a grant takes it before
 * what hangs on it; a cascade alone would take them in any order, and two that meet halfway would wait for each other.
 */
export async function deleteAppGrants(em: EntityManager, appId: string): Promise<void> {
  await em.execute(`delete from oauth_record where model = 'Grant' and client_id = ?`, [appId])
}

/**
 * Ends the authorizations of an application that are under way: those a person is still deciding, and the codes nobody
 * has redeemed yet. Grants and tokens stay.
 */
export async function deletePendingAuthorizations(em: EntityManager, appId: string): Promise<void> {
  await em.execute(`delete from oauth_record where model in ('Interaction', 'AuthorizationCode') and client_id = ?`, [
    appId,
  ])
}

/**
 * Ends a living grant of this person with every code and token given under it, in one statement; says whether there
 * was one.
 */
export async function deleteOwnedGrant(
  em: EntityManager,
  digest: string,
  accountId: string,
  now: Date,
): Promise<boolean> {
  const [row] = await em.execute<{ ended: number }[]>(
    `with ended as (
       delete from oauth_record r where ${isActiveGrantSql} and r.digest = ? and r.account_id = ? returning r.digest
     ), given as (
       delete from oauth_record where grant_id in (select digest from ended)
     )
     select count(*)::int as ended from ended`,
    [now, digest, accountId],
  )
  return row?.ended === 1
}
