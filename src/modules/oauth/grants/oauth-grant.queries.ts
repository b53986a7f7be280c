import type { EntityManager } from '../../../platform/database/database.ts'

/**
 * Deletes the grants of an application that have any of these scopes, with their codes and tokens. Raw SQL, because the
 * scopes are inside the payload: those of the provider in `openid.scope`, and those of each resource in `resources`.
 */
export async function deleteGrantsWithScopes(
  em: EntityManager,
  appId: string,
  scopes: readonly string[],
): Promise<void> {
  if (scopes.length === 0) return
  await em.execute(
    `with deleted_grant as (
       delete from oauth_record r
        where r.model = 'Grant' and r.client_id = ?
          and exists (
            select 1
              from (select r.payload -> 'openid' ->> 'scope' as scope
                    union all
                    select value from json_each_text((r.payload -> 'resources')::json)) as scope_list
             where string_to_array(scope_list.scope, ' ') && string_to_array(?, ' '))
       returning r.digest
     )
     delete from oauth_record where grant_digest in (select digest from deleted_grant)`,
    [appId, scopes.join(' ')],
  )
}
