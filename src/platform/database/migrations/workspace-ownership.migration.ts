import { Migration } from '@mikro-orm/migrations'
import { addAccountColumnsSql } from './account-life.migration.ts'
import { addDomainColumnsSql } from './domains.migration.ts'
import { addFoldersSql } from './organizing.migration.ts'
import { toRepeatable } from './repeatable-statement.ts'
import { addRoutingColumnsSql } from './routing.migration.ts'

/** The tables whose rows belonged to an account, and what happens to them when their workspace is deleted. */
const ownedTables = {
  link: 'cascade',
  code: 'set null',
  dynamic_qr: 'cascade',
  qr_logo: 'cascade',
  anomaly: 'cascade',
  webhook: 'cascade',
  link_health: null,
  link_health_setting: 'cascade',
  link_health_check: 'cascade',
  event: 'cascade',
  event_interest: 'cascade',
  activity: 'cascade',
} as const

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

/** Renames the column and the indexes, and names the personal workspace instead of the account. */
function moveRowsSql(table: string, deleteRule: string | null): string[] {
  return [
    `alter table ${table} drop constraint if exists ${table}_owner_id_foreign`,
    `alter table ${table} rename owner_id to workspace_id`,
    `do $$
     declare name text;
     begin
       for name in select indexname from pg_indexes where tablename = '${table}' and indexname like '%\\_owner\\_%' loop
         execute format('alter index %I rename to %I', name, replace(name, '_owner_', '_workspace_'));
       end loop;
       for name in select conname from pg_constraint where conrelid = '${table}'::regclass and conname like '%\\_owner\\_%' loop
         execute format('alter table ${table} rename constraint %I to %I', name, replace(name, '_owner_', '_workspace_'));
       end loop;
     end $$`,
    // No route changes, so no node is told to read them again.
    `alter table ${table} disable trigger user`,
    `update ${table} set workspace_id = workspace.id from workspace where personal_account_id = workspace_id`,
    `alter table ${table} enable trigger user`,
    ...(deleteRule === null ? [] : [addForeignKeySql(table, 'workspace_id', deleteRule)]),
  ]
}

function addForeignKeySql(table: string, column: string, deleteRule: string, referenced = 'workspace'): string {
  const name = `${table}_${column}_foreign`
  return `alter table ${table} add constraint ${name} foreign key (${column}) references ${referenced}(id) on delete ${deleteRule}`
}

/** The statements that move what accounts have to their personal workspaces. */
export function moveToWorkspacesSql(schema: readonly string[]): string[] {
  const workspaceTables = schema.filter((each) => /^create (table workspace|(unique )?index workspace)/.test(each))
  return [
    ...workspaceTables.map((statement) => toRepeatable(statement) ?? ''),
    addPersonalWorkspacesSql,
    'alter table link add creator_id text',
    'alter table link disable trigger user',
    'update link set creator_id = owner_id where owner_id is not null',
    'alter table link enable trigger user',
    addForeignKeySql('link', 'creator_id', 'set null', 'account'),
    ...Object.entries(ownedTables).flatMap(([table, deleteRule]) => moveRowsSql(table, deleteRule)),
    'alter table api_key add workspace_id text',
    'update api_key set workspace_id = workspace.id from workspace where personal_account_id = account_id',
    'alter table api_key alter workspace_id set not null',
    'drop index api_key_account_created_index',
    addForeignKeySql('api_key', 'workspace_id', 'cascade'),
    'alter table click_sum drop constraint click_sum_subject_id_foreign',
    'update click_sum set subject_id = workspace.id from workspace where personal_account_id = subject_id',
    addForeignKeySql('click_sum', 'subject_id', 'cascade'),
    ...addAccountColumnsSql,
    ...addRoutingColumnsSql,
    ...addDomainColumnsSql,
    ...addFoldersSql(schema),
    // Creates what is missing, and the functions and triggers with the new column.
    ...schema.flatMap((statement) => toRepeatable(statement) ?? []),
  ]
}

/** Moves links, codes, webhooks, keys and all that goes with them from accounts to their personal workspaces. */
export function createWorkspaceOwnershipMigration(schema: readonly string[]) {
  return class WorkspaceOwnershipMigration extends Migration {
    override async up(): Promise<void> {
      const isOwnedByAccount = await this.execute(
        `select 1 from information_schema.columns where table_name = 'link' and column_name = 'owner_id'`,
      )
      if (isOwnedByAccount.length === 0) return
      for (const statement of moveToWorkspacesSql(schema)) this.addSql(statement)
    }
  }
}
