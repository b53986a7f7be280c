import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Where visitors of a bare domain go. Each node has a copy of it, so a change is announced. */
export const rootUrlMigration: TableMigration = {
  name: '20261130_root_url',
  statements: [
    'alter table domain add column root_url text',
    'drop trigger domain_changed on domain',
    'create trigger domain_changed after insert or delete or update of status, expired_url, not_found_url, root_url on domain for each row execute function announce_domain()',
  ],
}
