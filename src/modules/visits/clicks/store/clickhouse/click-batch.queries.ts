import type { EntityManager } from '../../../../../platform/database/database.ts'
import { executeUnlogged } from '../../../../../platform/database/statements.ts'
import { dayMs } from '../../../../../platform/shared/time.ts'

// Raw SQL, because each function is one statement for all clicks of a batch.

/** The link of a click. */
export interface BatchLink {
  readonly id: string
  /** Empty for a link without a workspace, and for one that does not exist. */
  readonly workspaceId: string
  readonly isView: boolean
  readonly isLimited: boolean
  readonly isDeleted: boolean
  /** True when the database neither has the link nor knows that it was deleted. */
  readonly isUnknown: boolean
}

/** A batch: the file of the journal in which it is, and where it begins there. */
export interface BatchPlace {
  readonly segment: string
  readonly start: number
}

/** Finds the links of a batch, and whether the batch is counted already. */
export async function findBatchLinks(
  em: EntityManager,
  { segment, start }: BatchPlace,
  linkIds: readonly string[],
): Promise<{ readonly links: Map<string, BatchLink>; readonly isCounted: boolean }> {
  const rows = await executeUnlogged<BatchLink & { isCounted: boolean }>(em, batchLinksSql, [
    segment,
    start,
    JSON.stringify(linkIds),
  ])
  return { links: new Map(rows.map((row) => [row.id, row])), isCounted: rows.some(({ isCounted }) => isCounted) }
}

const batchLinksSql = `
  select wanted.value as id, coalesce(link.workspace_id, '') as "workspaceId",
         coalesce(link.kind = 'bio_page', false) as "isView", link.click_limit is not null as "isLimited", tombstone.url_id is not null as "isDeleted",
         link.id is null and tombstone.url_id is null as "isUnknown",
         exists (select from click_batch where segment = ? and start >= ?::bigint) as "isCounted"
    from jsonb_array_elements_text(?::jsonb) as wanted
    left join link on link.id = wanted.value
    left join click_link_tombstone as tombstone on tombstone.url_id = wanted.value`

/** The ids of those clicks that PostgreSQL has, and counted when it inserted them by their ids, not in a sealed batch. */
export async function findCountedIds(
  em: EntityManager,
  clicks: readonly { readonly id: string; readonly url_id: string; readonly at: string }[],
): Promise<ReadonlySet<string>> {
  if (clicks.length === 0) return new Set()
  const batch = JSON.stringify(clicks.map(({ id, url_id, at }) => ({ id, url_id, at })))
  const rows = await executeUnlogged<{ id: string }>(em, countedIdsSql, [batch])
  return new Set(rows.map(({ id }) => id))
}

/** The clicks of sealed batches have a transaction below 0. */
const countedIdsSql = `
  select click.id
    from jsonb_to_recordset(?::jsonb) as batch (id text, url_id text, at timestamptz)
    join click on click.url_id = batch.url_id and click.created_at = batch.at and click.id = batch.id
   where click.tx >= 0`

/** Records that a batch is counted. False when it was counted before. Another process that counts it is waited for. */
export async function recordBatch(em: EntityManager, { segment, start }: BatchPlace, now: Date): Promise<boolean> {
  const rows = await executeUnlogged(em, recordBatchSql, [segment, start, now])
  return rows.length > 0
}

const recordBatchSql = `
  insert into click_batch (segment, start, counted_at) values (?, ?::bigint, ?)
  on conflict (segment) do update set start = excluded.start, counted_at = excluded.counted_at
   where click_batch.start < excluded.start
  returning 1`

/**
 * Moves the counters of links by the clicks of people. A link that another transaction has locked is counted later, so that
 * it delays no other link.
 */
export async function countBatch(em: EntityManager, peopleByLink: ReadonlyMap<string, number>): Promise<void> {
  if (peopleByLink.size === 0) return
  const links = [...peopleByLink].map(([url_id, people]) => ({ url_id, people }))
  await executeUnlogged(em, countBatchSql, [JSON.stringify(links)])
}

const countBatchSql = `
  with batch as materialized (
    select url_id, people from jsonb_to_recordset(?::jsonb) as batch (url_id text, people int)),
  locked as materialized (
    select id from link where id in (select url_id from batch) order by id for no key update skip locked),
  counted as (
    update link
       set current_clicks = current_clicks + people
      from batch
     where link.id = batch.url_id and link.id in (select id from locked))
  insert into click_counter (url_id, people)
  select url_id, people from batch where url_id not in (select id from locked) order by url_id
  on conflict (url_id) do update set people = click_counter.people + excluded.people`

/** Counts what `countBatch` has left, except on links that are still locked or unknown. Returns the links. */
export async function countLater(em: EntityManager): Promise<string[]> {
  const rows = await executeUnlogged<{ id: string }>(em, countLaterSql)
  return rows.map(({ id }) => id)
}

const countLaterSql = `
  with locked as materialized (
    select id from link where id in (select url_id from click_counter) order by id for no key update skip locked),
  moved as (
    delete from click_counter
     where url_id in (select id from locked)
        or url_id in (select url_id from click_link_tombstone)
    returning url_id, people)
  update link set current_clicks = current_clicks + people from moved where link.id = moved.url_id returning link.id`

/**
 * Has the clicks of deleted links deleted once more, which a batch may have brought after the first time. An entry that is
 * there gets another version (see `findDeletedLinks`).
 */
export async function reopenDeletions(em: EntityManager, linkIds: readonly string[]): Promise<void> {
  await executeUnlogged(em, reopenSql, [JSON.stringify(linkIds)])
}

const reopenSql = `
  insert into click_deletion (url_id)
  select url_id
    from click_link_tombstone
   where url_id in (select jsonb_array_elements_text(?::jsonb))
   order by url_id
  on conflict (url_id) do update set url_id = excluded.url_id`

/** Forgets batches that were counted so long ago that no file of a journal has them. */
export async function deleteOldBatches(em: EntityManager, now: Date): Promise<void> {
  const before = new Date(now.getTime() - batchLifetimeMs)
  await executeUnlogged(em, 'delete from click_batch where counted_at < ?', [before])
}

/** The file of a node that was away for longer counts its last batches again. */
const batchLifetimeMs = 30 * dayMs
