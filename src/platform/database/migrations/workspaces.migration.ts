import { Migration } from '@mikro-orm/migrations'
import { toRepeatable } from './missing-columns.migration.ts'

/** Creates the tables of workspaces where they are missing, and gives every account its personal workspace. */
export function createWorkspacesMigration(schema: readonly string[]) {
  return class WorkspacesMigration extends Migration {
    override up(): void {
      for (const statement of schema.filter((each) => /\bworkspace/.test(each))) {
        const repeatable = toRepeatable(statement)
        if (repeatable !== null) this.addSql(repeatable)
      }
      this.addSql(addPersonalWorkspacesSql)
    }
  }
}

/** An id of an account is unique and in the form of all ids, so those of the new rows are made of it. */
const addPersonalWorkspacesSql = `
  with personal as (
    insert into workspace (id, name, slug, personal_account_id, created_at, updated_at)
    select 'wsp_' || substr(id, 5), left(name, 64), 'personal-' || right(id, 16), id, created_at, created_at
      from account
    on conflict (personal_account_id) do nothing
    returning id, personal_account_id, created_at)
  insert into workspace_member (id, workspace_id, account_id, role, joined_at)
  select 'mbr_' || substr(id, 5), id, personal_account_id, 'owner', created_at
    from personal`
