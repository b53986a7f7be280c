import { Migration } from '@mikro-orm/migrations'
import { toRepeatable } from './repeatable-statement.ts'

/** Counts the folded clicks of each workspace, as folding does from now on. A new database has none. */
export function createWorkspaceRollupsMigration(schema: readonly string[]) {
  const findStatements = (pattern: RegExp) =>
    schema.filter((each) => pattern.test(each)).map((each) => toRepeatable(each) ?? each)
  return class WorkspaceRollupsMigration extends Migration {
    override async up(): Promise<void> {
      const [column] = await this.execute(
        `select 1 from information_schema.columns where table_name = 'click_watermark' and column_name = 'workspace_tx'`,
      )
      const tables =
        /^create (table|index) (click_workspace_rollup|click_rollup_transfer|click_retention_bound|link_workspace_private_index)\b/
      for (const statement of findStatements(tables)) this.addSql(statement)
      // Waits for a node that is folding, and lets no other begin.
      this.addSql('select tx from click_watermark for update')
      // Creating the triggers locks the table, so no link moves or is deleted until its clicks are counted.
      for (const statement of findStatements(/\b(delete_clicks_of_links|transfer_click_rollups)\b/))
        this.addSql(statement)
      this.addSql(fillRollupsSql)
      this.addSql(fillLinksSql)
      this.addSql(queueDeletedLinksSql)
      this.addSql(findBoundsSql)
      if (column) return
      this.addSql('alter table click_watermark add workspace_tx bigint')
      this.addSql('update click_watermark set workspace_tx = tx')
      this.addSql('alter table click_watermark alter workspace_tx set not null')
      this.addSql('alter table click_watermark add constraint click_watermark_check check (workspace_tx = tx)')
    }
  }
}

const insertSql = `
  insert into click_workspace_rollup
         (workspace_id, span, dimension, starts_at, value, clicks, bot_clicks, visitors, last_at)`

const fillRollupsSql = `
  ${insertSql}
  select workspace_id, span, dimension, starts_at, value, sum(clicks), sum(bot_clicks), sum(visitors), null
    from click_rollup
    join link on link.id = url_id
   where workspace_id is not null and kind <> 'bio_page'
   group by workspace_id, span, dimension, starts_at, value`

const fillLinksSql = `
  ${insertSql}
  select workspace_id, span, 'link', starts_at, url_id, clicks, bot_clicks, visitors, last_at
    from click_rollup
    join link on link.id = url_id
   where workspace_id is not null and kind <> 'bio_page' and dimension = 'total' and span in ('day', 'all')`

/** The rollups of links that were deleted before are in no workspace. */
const queueDeletedLinksSql = `
  insert into click_rollup_transfer (url_id)
  select url_id from click_deletion where exists (select 1 from click_rollup where click_rollup.url_id = click_deletion.url_id)`

/** The last quarter of an hour of a link before its first row is one whose rows are deleted. Links of nobody may be claimed. */
const findBoundsSql = `
  insert into click_retention_bound (workspace_id, deleted_before)
  select coalesce(workspace_id, ''), max(last_deleted) + interval '15 minutes'
    from link
   cross join lateral (
     select (select starts_at
               from click_rollup
              where url_id = link.id and span = 'quarter'
                and starts_at < coalesce((select date_bin('15 minutes', created_at, timestamptz 'epoch')
                                            from click
                                           where url_id = link.id
                                           order by created_at
                                           limit 1), 'infinity')
              order by starts_at desc
              limit 1) as last_deleted) as deleted_click
   where kind <> 'bio_page' and last_deleted is not null
   group by workspace_id`
