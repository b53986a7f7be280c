import type { TableMigration } from '../../../../platform/database/tables.ts'

/** The domain that forms propose for new links. */
export const defaultDomainMigration: TableMigration = {
  name: '20261130_default_domain',
  statements: ['alter table domain add column is_default boolean not null default false'],
}
