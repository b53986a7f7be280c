import { raw } from '@mikro-orm/postgresql'

// Raw SQL, because the ORM has no "exists".

/** Selects links that lack one of the tags, or links that have one of them. */
export function buildTagConditions(tagIds: readonly string[], lacking: boolean): object {
  const places = tagIds.map(() => '?').join(', ')
  const countSql = (alias: string) =>
    `(select count(*) from link_tag where link_tag.link_id = ${alias}.id and link_tag.tag_id in (${places}))`
  return { [raw((alias) => `${countSql(alias)} ${lacking ? `< ${tagIds.length}` : '> 0'}`, [...tagIds])]: [] }
}
