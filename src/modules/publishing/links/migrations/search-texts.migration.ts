import { inBatches, setNotNull } from '../../../../platform/database/migrations/online-statements.ts'
import type { TableMigration } from '../../../../platform/database/tables.ts'

/** Every row has the text in which searches look. Links without a list, such as the links of QR codes, have an empty one. */
export const searchTextsMigration: TableMigration = {
  name: '20261128_search_texts',
  isOnline: true,
  statements: [
    'drop index concurrently if exists link_unprepared_index',
    `alter table link alter column search_text set default ''`,
    inBatches(
      'link',
      (condition) => `update link
      set search_text = case when kind = 'link'
            then lower(concat_ws(' ', title, original_url, coalesce(domain_host, '') || '/' || code)) else '' end
    where search_text is null and ${condition}`,
    ),
    ...setNotNull('link', 'search_text'),
    inBatches('tag', (condition) => `update tag set search_text = name_key where search_text is null and ${condition}`),
    ...setNotNull('tag', 'search_text'),
  ],
}
