import { isDuplicateRow } from '../../../platform/database/database.errors.ts'
import type { PreparedStatement, TransactionClient } from '../../../platform/database/native-client.ts'
import {
  batchSql,
  type ClickRow,
  columnParameter,
  laterParameter,
  linkIdsParameter,
  rowColumnNames,
  toBatchValues,
  toTextArray,
} from './click-batch.queries.ts'

// Raw SQL, because every click is written by it: rows and counters of a batch are one prepared statement.

/** A JSON resolution and a visit of the same link within this time count as one click. */
export const mergeWindowMs = 10_000

export interface InsertOptions {
  /** Leaves out the clicks of links that another transaction has locked, instead of waiting for them. */
  readonly skipsLocked?: boolean
  /**
   * Locks the links with a statement of its own, after which the batch sees what other nodes have written. For a server;
   * the embedded database has one writer.
   */
  readonly locksFirst?: boolean
}

/**
 * Inserts a batch of clicks and moves the counters of their links. A click whose id exists changes nothing, so a batch can
 * be sent again. A click whose link was deleted falls away, and so does a visit that is one click with a JSON resolution.
 * Returns the positions of the clicks that were left out, because their link is locked or because the database does not
 * know it.
 *
 * Links are locked in the order of their ids, so two batches cannot deadlock. Throws the error of the database, that of
 * a lock timeout too.
 */
export async function insertClicks(
  client: TransactionClient,
  clicks: readonly ClickRow[],
  { skipsLocked = false, locksFirst = false }: InsertOptions = {},
): Promise<LeftOutClick[]> {
  const batchValues = toBatchValues(clicks)
  const values = [...batchValues, earliest(clicks.map((click) => click.merges_since)), ...toResolutionValues(clicks)]
  const lock = { statement: skipsLocked ? lockUnlocked : lockAll, values: batchValues.slice(-1) }
  const insert = ({ all, unlocked }: InsertStatements) => {
    const statement = skipsLocked ? unlocked : all
    return locksFirst
      ? client.queryInTransaction<LeftOutClick>([lock, { statement, values }])
      : client.query<LeftOutClick>(statement, values)
  }
  return insert(insertNew).catch((error: unknown) => {
    if (isDuplicateRow(error)) return insert(insertMissing)
    throw error
  })
}

/** A click that was not inserted, by its position in the batch. */
export interface LeftOutClick {
  readonly position: number
  /** Otherwise its link is locked. */
  readonly isUnknown: boolean
}

/** The earliest instant, all of which are ISO text of one length; null without one. */
function earliest(instants: readonly (string | null)[]): string | null {
  let result: string | null = null
  for (const each of instants) if (each !== null && (result === null || each < result)) result = each
  return result
}

/** The links and the visitors of the JSON resolutions of a batch, and the earliest instant; null without one. */
function toResolutionValues(clicks: readonly ClickRow[]): (string | null)[] {
  const resolutions = clicks.filter(({ trigger, visitor }) => trigger === 'api' && visitor !== null)
  if (resolutions.length === 0) return [null, null]
  return [toTextArray(new Set(resolutions.map(({ url_id }) => url_id))), earliest(resolutions.map(({ at }) => at))]
}

const mergesSince = `${laterParameter(2)}::timestamptz`
const resolvedLinkIds = `${laterParameter(3)}::text[]`
const resolvedSince = `${laterParameter(4)}::timestamptz`

/** Whether a click of the batch is stored already, because the batch is sent again. */
export const isStoredSql = `exists (
         select 1
           from click
          where click.url_id = batch.url_id and click.created_at = batch.created_at and click.id = batch.id)`

/**
 * Whether a visit and a JSON resolution can be one click: the same visitor on the same link, the resolution shortly
 * before, and merged with no other visit.
 */
const canMergeSql = (visit: string) => `resolution.url_id = ${visit}.url_id
             and resolution.visitor_hash = ${visit}.visitor_hash
             and resolution.created_at > ${visit}.merges_since::timestamptz
             and resolution.created_at <= ${visit}.created_at
             and (resolution.merged_visit_id is null or resolution.merged_visit_id = ${visit}.id)`

/**
 * Merges each visit with the earliest resolution that is left, in the order of the visits. The row of the resolution
 * remembers the id of its visit, so a second visit counts, and a batch that is sent again merges as before.
 *
 * A resolution is locked before it is read: of two nodes with a visit each, one waits and then finds it merged. The link
 * is locked before it, as a deletion of the link does. `last_resolved_at` of the link says whether there can be one, so
 * without a resolution no row is read.
 */
const mergeSql = `
  stored_resolution as materialized (
    select id, url_id, visitor_hash, created_at, merged_visit_id
      from click
     where trigger = 'api'
       and url_id = any(array(select id from locked_link where last_resolved_at > ${mergesSince}))
       and created_at > ${mergesSince}
       and visitor_hash = any(${columnParameter('visitor_hash')})
       and (merged_visit_id is null or merged_visit_id = any(${columnParameter('id')}))
     order by url_id, created_at, id
       for no key update),
  resolution as materialized (
    select * from stored_resolution
    union all
    select id, url_id, visitor_hash, created_at, null
      from batch
     where ${resolvedLinkIds} is not null and trigger = 'api' and not ${isStoredSql}),
  visit as materialized (
    select *, row_number() over (order by created_at, position) as number
      from batch
     where merges_since is not null
       and exists (select 1 from resolution where ${canMergeSql('batch')})
       and not ${isStoredSql}),
  merge as (
    select 0::bigint as number, null as visit_id, null as resolution_id, '{}'::text[] as merged_ids
    union all
    select visit.number, visit.id, earliest.id, array_append(merged_ids, earliest.id)
      from merge
      join visit on visit.number = merge.number + 1
      left join lateral (
        select id
          from resolution
         where ${canMergeSql('visit')}
           and array_position(merged_ids, resolution.id) is null
         order by merged_visit_id, created_at, id
         limit 1) as earliest on true)`

/**
 * A resolution can arrive after its visit, which another node has recorded. Then the row of the visit stays and remembers
 * the id of the resolution. Each resolution takes the earliest visit, and each visit is taken once.
 */
const lateResolutionSql = `
  stored_visit as materialized (
    select id, url_id, visitor_hash, created_at, merged_visit_id
      from click
     where trigger = 'link'
       and not is_bot
       and url_id = any(array(select id from locked_link where id = any(${resolvedLinkIds})))
       and created_at > ${resolvedSince}
       and visitor_hash = any(${columnParameter('visitor_hash')})
       and (merged_visit_id is null or merged_visit_id = any(${columnParameter('id')}))
     order by url_id, created_at, id
       for no key update),
  late_resolution as materialized (
    select distinct on (visit.id) batch.id as resolution_id, visit.*
      from batch
     cross join lateral (
       select *
         from stored_visit
        where stored_visit.url_id = batch.url_id
          and stored_visit.visitor_hash = batch.visitor_hash
          and stored_visit.created_at > batch.created_at
          and stored_visit.created_at < batch.created_at + interval '${mergeWindowMs} milliseconds'
          and (stored_visit.merged_visit_id is null or stored_visit.merged_visit_id = batch.id)
        order by stored_visit.merged_visit_id, stored_visit.created_at, stored_visit.id
        limit 1) as visit
     where ${resolvedLinkIds} is not null
       and batch.trigger = 'api'
       and not exists (select 1 from merge where merge.resolution_id = batch.id)
       and not ${isStoredSql}
     order by visit.id, batch.created_at, batch.position)`

/** Locks links in the order of their ids. */
export const lockSql = (skipsLocked: boolean, columns: string, ids: string) => `
    select ${columns}
      from link
     where id = any(${ids})
     order by id
       for no key update${skipsLocked ? ' skip locked' : ''}`

const lockAll: PreparedStatement = { name: 'lock_links', text: lockSql(false, 'id', '$1::text[]') }
const lockUnlocked: PreparedStatement = { name: 'lock_unlocked_links', text: lockSql(true, 'id', '$1::text[]') }

/**
 * The clicks of `batch` whose link was not locked, but for those of a deleted link. A deletion that ends during this
 * statement is not seen: the click is left out as unknown, and falls away the next time.
 */
const leftOutSql = `
  select position, not exists (select 1 from link where link.id = batch.url_id) as "isUnknown"
    from batch
   where url_id not in (select id from locked_link)
     and not exists (select 1 from click_link_tombstone as tombstone where tombstone.url_id = batch.url_id)`

/** The latest resolution among the clicks of a link with which a visit can merge. */
const lastResolvedAtSql = `max(created_at) filter (where trigger = 'api' and visitor_hash is not null)`

interface InsertStatements {
  readonly all: PreparedStatement
  /** Leaves out the clicks of locked links. */
  readonly unlocked: PreparedStatement
}

const createInsert = (name: string, onConflict: string): InsertStatements => ({
  all: createInsertStatement(name, onConflict, false),
  unlocked: createInsertStatement(`${name}_unlocked`, onConflict, true),
})

const createInsertStatement = (name: string, onConflict: string, skipsLocked: boolean): PreparedStatement => ({
  name,
  text: `
  with recursive ${batchSql},
  locked_link as materialized (${lockSql(skipsLocked, 'id, last_resolved_at', linkIdsParameter)}),
  ${mergeSql},
  ${lateResolutionSql},
  inserted as (
    insert into click (${rowColumnNames}, merged_visit_id)
    select ${rowColumnNames}, (select visit_id from merge where merge.resolution_id = batch.id)
      from batch
     where url_id in (select id from locked_link)
       and id not in (select visit_id from merge where resolution_id is not null)
       and id not in (select resolution_id from late_resolution)
    ${onConflict}
    returning url_id, is_bot, trigger, visitor_hash, created_at),
  merged_resolution as (
    update click
       set merged_visit_id = visit_id
      from stored_resolution
      join merge on resolution_id = stored_resolution.id
     where click.url_id = stored_resolution.url_id
       and click.created_at = stored_resolution.created_at
       and click.id = stored_resolution.id
       and click.merged_visit_id is null),
  merged_visit as (
    update click
       set merged_visit_id = resolution_id
      from late_resolution
     where click.url_id = late_resolution.url_id
       and click.created_at = late_resolution.created_at
       and click.id = late_resolution.id
       and click.merged_visit_id is null),
  updated_link as (
    update link
       set current_clicks = current_clicks + people,
           last_resolved_at = greatest(link.last_resolved_at, link_total.last_resolved_at)
      from (select url_id, count(*)::int as people, ${lastResolvedAtSql} as last_resolved_at
              from inserted
             where not is_bot
             group by url_id) as link_total
     where link.id = link_total.url_id)
  ${leftOutSql}`,
})

/** Fails when a click of the batch is stored. Looking for stored clicks would take a fifth of the time of each batch. */
const insertNew = createInsert('insert_clicks', '')
const insertMissing = createInsert('insert_missing_clicks', 'on conflict do nothing')
