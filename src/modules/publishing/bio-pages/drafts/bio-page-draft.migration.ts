import type { TableMigration } from '../../../../platform/database/tables.ts'

/** What the owner of a page prepares. Older versions leave it as it is. */
export const bioPageDraftMigration: TableMigration = {
  name: '20261130_bio_page_draft',
  statements: ['alter table bio_page add column draft jsonb'],
}
