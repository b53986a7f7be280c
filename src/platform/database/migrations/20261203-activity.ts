import { Migration } from '@mikro-orm/migrations'

/** What was done to what an account has, and the sweeps of the service over everything there is. */
export class Migration20261203Activity extends Migration {
  override up(): void {
    this.addSql(`
      create table activity (
        id text primary key,
        owner_id text not null,
        type text not null,
        actor text not null,
        subject_type text not null,
        subject_id text not null,
        summary text not null,
        severity text not null,
        source text not null,
        tx bigint not null default (pg_current_xact_id()::text::bigint),
        created_at timestamptz not null,
        constraint activity_owner_id_foreign foreign key (owner_id) references account (id) on delete cascade
      )`)
    this.addSql('create index activity_owner_created_index on activity (owner_id, created_at desc, id desc)')
    this.addSql('create index activity_created_index on activity (created_at)')
    this.addSql('create index activity_tx_index on activity (tx)')
    this.addSql(`
      create table sweep (
        id text primary key,
        workflow text not null,
        started_at timestamptz not null,
        duration_ms int not null,
        items int not null,
        error text null
      )`)
    this.addSql('create index sweep_workflow_started_index on sweep (workflow, started_at)')
  }

  override down(): void {
    for (const table of ['sweep', 'activity']) this.addSql(`drop table ${table}`)
  }
}
