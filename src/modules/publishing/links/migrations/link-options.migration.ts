import type { TableMigration } from '../../../../platform/database/tables.ts'

/** The columns of new options, in their order. Redirects do not read an internal option, so it is not in the trigger of routes. */
export const linkOptionMigrations: readonly TableMigration[] = [
  { name: '20261202_link_note', statements: ['alter table link add column note text'] },
]
