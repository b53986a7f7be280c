// Raw SQL, because these are parts of the statements that move counters with a batch of clicks. Counters and limits of links
// are in PostgreSQL, wherever the clicks are.

/** Locks links in the order of their ids, so that no two batches deadlock. */
export const lockLinksSql = (skipsLocked: boolean, columns: string, ids: string) => `
    select ${columns}
      from link
     where id = any(${ids})
     order by id
       for no key update${skipsLocked ? ' skip locked' : ''}`

/** Adds the clicks of a table by people to the counters of their links. */
export const addClicksSql = (table: string) => `
    update link
       set current_clicks = current_clicks + people
      from (select url_id, count(*)::int as people from ${table} group by url_id) as link_total
     where link.id = link_total.url_id`

/**
 * The clicks of `batch` whose link is not in `locked_link`, except clicks of a deleted link. A statement does not see a
 * deletion that ends while it runs: it leaves the click out as unknown. The next batch drops the click.
 */
export const leftOutSql = `
  select position, not exists (select 1 from link where link.id = batch.url_id) as "isUnknown"
    from batch
   where url_id not in (select id from locked_link)
     and not exists (select 1 from click_link_tombstone as tombstone where tombstone.url_id = batch.url_id)`
