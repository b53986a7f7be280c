import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { executeUnlogged, toArrayLiteral, withoutQueryLog } from '../../../../../../platform/database/statements.ts'
import { purgeSliceSize } from '../../../../../../platform/jobs/workspace-purge.ts'
import { addToRollupsSql, longerSpansSql } from './dimensions.queries.ts'
import { lockWatermark } from './watermark.queries.ts'

// Raw SQL, because rollups of many rows are added in the database. Every transaction that writes these rows has locked the
// watermark, so none of them waits for another.

/** Links whose rollups are transferred in one transaction. */
const maxLinks = 100

/** The dimension under which the rollups of a workspace have the totals of its links. The value is the id of the link. */
export const linkDimension = 'link'

/** The rows for the rollups of workspaces that come from rows of links, given as a table with `workspace_id`. */
const workspaceRowsSql = (table: string) => `
    select workspace_id, span, dimension, starts_at, value, sum(clicks)::bigint as clicks,
           sum(bot_clicks)::bigint as bot_clicks, sum(visitors)::bigint as visitors, null::timestamptz as last_at
      from ${table}
     group by workspace_id, span, dimension, starts_at, value
    union all
    select workspace_id, span, '${linkDimension}', starts_at, url_id, clicks, bot_clicks, visitors, last_at
      from ${table}
     where dimension = 'total' and span in ('day', 'all')`

const key = ['workspace_id', 'span', 'dimension', 'starts_at', 'value']

const addRowsSql = (rows: string) => addToRollupsSql('click_workspace_rollup', key, `(${rows}) as workspace_row`)

/**
 * A part of the statement that folds: adds its clicks to the workspaces of the links. A link that has just moved is
 * still counted in its former workspace. Views of bio pages and clicks on anonymous links are not counted. Links are
 * summed before the rows of all spans are made, because that is most of the work; a sum of int is much faster than one
 * of bigint.
 */
export const addStepSql = `
  link_workspace as materialized (
    select link.id as url_id, case when transfer.url_id is null then link.workspace_id else transfer.workspace_id end as workspace_id
      from (select distinct url_id from quarter_total) as clicked
      join link on link.id = clicked.url_id and kind <> 'bio_page'
      left join click_rollup_transfer as transfer on transfer.url_id = link.id),
  workspace_quarter as materialized (
    select workspace_id, quarter, sum(clicks::int) as clicks, sum(bot_clicks::int) as bot_clicks,
           sum(visitors::int) as visitors
      from quarter_total
      join link_workspace using (url_id)
     where workspace_id is not null
     group by workspace_id, quarter),
  workspace_day_value as materialized (
    select workspace_id, day, dimension, value, sum(clicks::int) as clicks, sum(bot_clicks::int) as bot_clicks
      from day_value
      join link_workspace using (url_id)
     where workspace_id is not null
     group by workspace_id, day, dimension, value),
  workspace_rollup as (${addRowsSql(`
    select workspace_id, 'quarter' as span, 'total' as dimension, quarter as starts_at, '' as value,
           clicks, bot_clicks, visitors, null::timestamptz as last_at
      from workspace_quarter
    union all
    select workspace_id, span, 'total', starts_at, '', sum(clicks), sum(bot_clicks), sum(visitors), null
      from workspace_quarter
     cross join lateral ${longerSpansSql}
     group by workspace_id, span, starts_at
    union all
    select workspace_id, 'day', dimension, day, value, clicks, bot_clicks, 0, null
      from workspace_day_value
    union all
    select workspace_id, 'all', dimension, '-infinity', value, sum(clicks), sum(bot_clicks), 0, null
      from workspace_day_value
     group by workspace_id, dimension, value
    union all
    select workspace_id, span, '${linkDimension}', starts_at, url_id, sum(clicks), sum(bot_clicks), sum(visitors), max(last_at)
      from quarter_total
      join link_workspace using (url_id)
     cross join lateral ${longerSpansSql}
     where workspace_id is not null and span <> 'hour'
     group by workspace_id, span, starts_at, url_id`)})`

/** Transfers the rollups of some links that were deleted or moved. False when there are none left, or others work on them. */
export async function transferRollups(em: EntityManager): Promise<boolean> {
  const waiting = await executeUnlogged(em, 'select 1 from click_rollup_transfer limit 1')
  if (waiting.length === 0) return false
  return em.transactional(async (inner) => {
    await lockWorkspaceRollups(inner)
    const locked = await executeUnlogged<{ linkId: string }>(inner, lockTransfersSql)
    if (locked.length === 0) return false
    const linkIds = toArrayLiteral(locked.map(({ linkId }) => linkId))
    await executeUnlogged(inner, subtractMovedLinksSql, [linkIds])
    await executeUnlogged(inner, addMovedLinksSql, [linkIds])
    await executeUnlogged(inner, copyBoundsSql, [linkIds])
    await executeUnlogged(inner, subtractDeletedLinksSql, [linkIds])
    await executeUnlogged(inner, endTransfersSql, [linkIds])
    return true
  }, withoutQueryLog())
}

/** Waits until no other node folds, so that this transaction alone changes the rollups of workspaces. */
export async function lockWorkspaceRollups(em: EntityManager): Promise<void> {
  await lockWatermark(em)
  await executeUnlogged(em, plannerSql)
}

/** The rows are found one by one, because nothing tells the planner how few they are. */
const plannerSql = `
  select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
         set_config('enable_mergejoin', 'off', true), set_config('jit', 'off', true)`

/**
 * Locks before it reads the workspaces of the links: a transaction that moves a link either has ended by then, or waits
 * to queue the link again.
 */
const lockTransfersSql = `
  select url_id as "linkId" from click_rollup_transfer order by url_id limit ${maxLinks} for update skip locked`

/**
 * The rows of links that moved. Each row has either the workspace that counts the link, or the link's present
 * workspace.
 */
const movedRowsSql = (workspace: string) => `
  moved_row as materialized (
    select ${workspace} as workspace_id, rollup.*
      from click_rollup_transfer as transfer
      join link on link.id = transfer.url_id
      join click_rollup as rollup on rollup.url_id = transfer.url_id
     where transfer.url_id = any(?::text[]) and transfer.workspace_id is distinct from link.workspace_id
       and ${workspace} is not null)`

const addMovedLinksSql = `with ${movedRowsSql('link.workspace_id')} ${addRowsSql(workspaceRowsSql('moved_row'))}`

/** Subtracts rows, and deletes each row whose counts are then 0. */
const subtractRowsSql = (table: string) => `
  change as materialized (${workspaceRowsSql(table)}),
  remaining as materialized (
    select rollup.workspace_id, rollup.span, rollup.dimension, rollup.starts_at, rollup.value,
           rollup.clicks - change.clicks as clicks, rollup.bot_clicks - change.bot_clicks as bot_clicks,
           rollup.visitors - change.visitors as visitors
      from change
      join click_workspace_rollup as rollup using (${key.join(', ')})),
  deleted as (
    delete from click_workspace_rollup as rollup
     using remaining
     where ${sameRowSql} and remaining.clicks <= 0 and remaining.bot_clicks <= 0)
  update click_workspace_rollup as rollup
     set clicks = remaining.clicks, bot_clicks = remaining.bot_clicks, visitors = remaining.visitors
    from remaining
   where ${sameRowSql} and (remaining.clicks > 0 or remaining.bot_clicks > 0)`

const sameRowSql = key.map((column) => `rollup.${column} = remaining.${column}`).join(' and ')

const subtractMovedLinksSql = `with ${movedRowsSql('transfer.workspace_id')}, ${subtractRowsSql('moved_row')}`

/** The former workspace of a moved link may have had clicks of the link deleted. */
const copyBoundsSql = `
  insert into click_retention_bound as bound (workspace_id, deleted_before)
  select link.workspace_id, max(former.deleted_before)
    from click_rollup_transfer as transfer
    join link on link.id = transfer.url_id
    join click_retention_bound as former on former.workspace_id = transfer.workspace_id
   where transfer.url_id = any(?::text[]) and link.workspace_id <> transfer.workspace_id
   group by link.workspace_id
  on conflict (workspace_id) do update set deleted_before = greatest(bound.deleted_before, excluded.deleted_before)`

/** The rows of deleted links are subtracted in slices. */
const subtractDeletedLinksSql = `
  with deleted_link as materialized (
    select transfer.*
      from click_rollup_transfer as transfer
     where url_id = any(?::text[]) and not exists (select from link where link.id = transfer.url_id)),
  deleted_rollup as (
    delete from click_rollup
     where ctid = any(array(select rollup.ctid
                              from deleted_link
                              join click_rollup as rollup using (url_id)
                             limit ${purgeSliceSize}))
    returning *),
  deleted_row as materialized (
    select workspace_id, deleted_rollup.*
      from deleted_rollup
      join deleted_link using (url_id)
     where workspace_id is not null),
  ${subtractRowsSql('deleted_row')}`

/** A deleted link stays in the queue when it had more rows than a slice. */
const endTransfersSql = `
  delete from click_rollup_transfer as transfer
   where url_id = any(?::text[])
     and (exists (select from link where link.id = transfer.url_id)
          or not exists (select from click_rollup where click_rollup.url_id = transfer.url_id))`

/** Deletes a slice of the rollups of a workspace, and returns how many. */
export async function deleteWorkspaceRollups(em: EntityManager, workspaceId: string): Promise<number> {
  // Takes the lock only when rows are left, because the other steps of the purge must not delay folding.
  const remaining = await executeUnlogged(em, 'select 1 from click_workspace_rollup where workspace_id = ? limit 1', [
    workspaceId,
  ])
  if (remaining.length === 0) return 0
  await lockWorkspaceRollups(em)
  return (await executeUnlogged(em, deleteSliceSql, [workspaceId])).length
}

const deleteSliceSql = `
  delete from click_workspace_rollup
   where ctid = any(array(select ctid from click_workspace_rollup where workspace_id = ? limit ${purgeSliceSize}))
  returning 1`
