import { Migration } from '@mikro-orm/migrations'

/** A visit need look for the JSON resolution it belongs to only where the link was resolved lately. */
export class Migration20261207Resolutions extends Migration {
  override up(): void {
    // By time first: whoever looks wants the last seconds of a link, however often it was resolved before.
    this.addSql('drop index click_resolution_index')
    this.addSql(`create index click_resolution_index on click (url_id, created_at, visitor_hash) where trigger = 'api'`)
    // After the index, which takes its time, because from here on nobody reads a link until all of this is committed.
    this.addSql('alter table link add column last_resolved_at timestamptz null')
  }

  override down(): void {
    this.addSql('drop index click_resolution_index')
    this.addSql(`create index click_resolution_index on click (url_id, visitor_hash, created_at) where trigger = 'api'`)
    this.addSql('alter table link drop column last_resolved_at')
  }
}
