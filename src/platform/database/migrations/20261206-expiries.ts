import { Migration } from '@mikro-orm/migrations'

/** Expiries are told to every owner, and what is notable among activities is found without going through the rest. */
export class Migration20261206Expiries extends Migration {
  override up(): void {
    // Links that expired before it are not told of: their owners knew of them when nobody told.
    this.addSql('create table event_expiry_watermark (at timestamptz not null)')
    this.addSql('insert into event_expiry_watermark (at) values (now())')
    // Nearly all activities are what people do to their links; whoever asks for the others does not want to wait for those.
    this.addSql(`
      create index activity_notable_index on activity (owner_id, created_at desc, id desc)
       where severity <> 'info' or source <> 'lifecycle'`)
  }

  override down(): void {
    this.addSql('drop index activity_notable_index')
    this.addSql('drop table event_expiry_watermark')
  }
}
