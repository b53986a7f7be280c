import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Every row has the text in which searches look. Links without a list, such as the links of QR codes, have an empty one. */
export const searchTextsMigration: TableMigration = {
  name: '20261128_search_texts',
  statements: [
    'drop index link_unprepared_index',
    `update link
      set search_text = case when kind = 'link'
            then lower(concat_ws(' ', title, original_url, coalesce(domain_host, '') || '/' || code)) else '' end
    where search_text is null`,
    `alter table link alter column search_text set default '', alter column search_text set not null`,
    'update tag set search_text = name_key where search_text is null',
    'alter table tag alter column search_text set not null',
  ],
}
