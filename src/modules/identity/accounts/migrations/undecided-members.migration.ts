import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Whether the owner of an account has still to decide about the members from before the first proof of its address. */
export const undecidedMembersMigration: TableMigration = {
  name: '20261130_undecided_members',
  statements: ['alter table account add column has_undecided_members boolean not null default false'],
}
