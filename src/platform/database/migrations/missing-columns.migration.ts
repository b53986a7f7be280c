import { Migration } from '@mikro-orm/migrations'
import { moveToWorkspacesSql } from './workspace-ownership.migration.ts'

/**
 * The columns that tables have got since the first version, and the columns that they have lost. What an index of today's schema
 * reads must be among them, because the workspaces are moved with all indexes.
 */
const changedColumns: readonly (readonly [table: string, changes: string])[] = [
  ['account', 'add email_verified_at timestamptz'],
  ['link', 'add is_frameable boolean, add block_cause text, add search_text text'],
  ['click', 'add city text, add merged_visit_id text'],
  ['abuse_appeal', `add state text not null default 'open', add decided_at timestamptz`],
  ['anomaly', 'add is_early boolean not null default false'],
  ['webhook', 'add recovered_at timestamptz'],
  [
    'link_health',
    `drop redirect_status, drop redirect_count, drop is_frameable,
     add redirects jsonb not null default '[]', add needs_frame_check boolean not null default false`,
  ],
]

/** Why links are blocked: for their destination alone, or after a review. */
const fillBlockCauseSql = `
  update link set block_cause = cause.block_cause
    from (select link_id, case when bool_or(destination_id is null) then 'review' else 'destination' end as block_cause
            from link_block
           group by link_id) as cause
   where link.id = cause.link_id and blocked_at is not null`

/** Whether the destinations of cloaked links can be framed is checked once. */
const checkCloakedLinksSql = `
  insert into link_health (link_id, workspace_id, host, next_check_at, needs_frame_check)
  select id, workspace_id, schedule_link_health_host(original_url, now()), now(), true
    from link
   where is_cloaked and workspace_id is not null and kind = 'link'
  on conflict (link_id) do update set needs_frame_check = true`

/** Brings the tables of the first version to those of `schema`. A new database has them already. */
export function createMissingColumnsMigration(schema: readonly string[]) {
  return class MissingColumnsMigration extends Migration {
    override async up(): Promise<void> {
      const isNew = await this.execute(
        `select 1 from information_schema.columns where table_name = 'account' and column_name = 'email_verified_at'`,
      )
      if (isNew.length > 0) return
      for (const [table, changes] of changedColumns) this.addSql(`alter table ${table} ${changes}`)
      for (const statement of moveToWorkspacesSql(schema)) this.addSql(statement)
      this.addSql(fillBlockCauseSql)
      this.addSql(checkCloakedLinksSql)
    }
  }
}
