import { Migration } from '@mikro-orm/migrations'

/**
 * Counts the clicks by people without a visitor hash in the rollups, as folding does from now on. Rows count those that
 * are still stored. A day whose rows are deleted has them only if it has no visitor at all: then all its clicks are without.
 */
export class UnidentifiedClicksMigration extends Migration {
  override up(): void {
    // Waits for a node that is folding, and lets no other begin.
    this.addSql('select tx from click_watermark for update')
    this.addSql(dayFromRowsSql)
    this.addSql(dayWithoutVisitorsSql)
    this.addSql(allDaysSql)
  }
}

const insertSql = 'insert into click_rollup (url_id, span, starts_at, dimension, value, clicks, bot_clicks, visitors)'

const dayFromRowsSql = `
  ${insertSql}
  select url_id, 'day', date_bin('1 day', created_at, timestamptz 'epoch') as day, 'unidentified', '', count(*), 0, 0
    from click
   where tx < (select tx from click_watermark) and not is_bot and visitor_hash is null
     and exists (select 1 from link where link.id = click.url_id)
   group by url_id, day`

const dayWithoutVisitorsSql = `
  ${insertSql}
  select url_id, span, starts_at, 'unidentified', '', clicks, 0, 0
    from click_rollup
   where span = 'day' and dimension = 'total' and visitors = 0 and clicks > 0
  on conflict (url_id, span, starts_at, dimension, value) do nothing`

const allDaysSql = `
  ${insertSql}
  select url_id, 'all', '-infinity', 'unidentified', '', sum(clicks), 0, 0
    from click_rollup
   where span = 'day' and dimension = 'unidentified'
   group by url_id`
