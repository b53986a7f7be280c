import type { TableMigration } from '../../../../platform/database/tables.ts'

/** The codes that visitors of domains ask for and no link has. */
export const missingCodesMigration: TableMigration = {
  name: '20261130_missing_codes',
  statements: [
    `create table missing_code (
      domain_id text not null,
      code text not null,
      visits int not null,
      first_visit_at timestamptz not null,
      last_visit_at timestamptz not null,
      last_referrer_host text,
      last_country text,
      constraint missing_code_pkey primary key (domain_id, code),
      constraint missing_code_domain_id_foreign foreign key (domain_id) references domain(id) on delete cascade
    )`,
  ],
}
