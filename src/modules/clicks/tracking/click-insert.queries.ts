import type { NativeClient, PreparedStatement } from '../../../platform/database/native-client.ts'
import { toArrayLiteral } from '../../../platform/database/statements.ts'
import {
  batchSql,
  type ClickRow,
  earliestMergesSince,
  linkIdsParameter,
  mergesSinceParameter,
  rowColumnCount,
  rowColumnNames,
  toBatchValues,
  toRowValues,
  unnestedRowSql,
} from './click-row.ts'

/**
 * Writes a batch of clicks: rows and counters in one statement, and so in one transaction. A click whose id is there
 * already changes nothing. Answers with the positions of those a click limit refused; a link deleted in the same moment
 * keeps no record.
 *
 * Links are locked in the order of their ids, so that two batches never wait for each other.
 */
export async function insertClicks(client: NativeClient, clicks: readonly ClickRow[]): Promise<Set<number>> {
  const statement = clicks.some(({ limited }) => limited) ? insertLimited : insertUnlimited
  const rows = await client.query<{ n: number }>(statement, toBatchValues(clicks))
  return new Set(rows.map(({ n }) => n))
}

/** Whether a click belongs to a JSON resolution of the same visitor shortly before; most batches find none at all. */
const resolvedSql = `resolved as materialized (
    select url_id, visitor_hash, created_at from click
     where trigger = 'api' and url_id = any(${linkIdsParameter}) and created_at > ${mergesSinceParameter})`

const isMergedSql = `exists (
    select 1 from resolved
     where resolved.url_id = given.url_id and resolved.visitor_hash = given.visitor_hash
       and resolved.created_at > given.merges_since::timestamptz and resolved.created_at <= given.created_at)`

/** The latest resolution among the clicks of a link that a visit could be one with. */
const resolvedAtSql = `max(created_at) filter (where trigger = 'api' and visitor_hash is not null)`

/**
 * The rows first and the locks last, so that batches of one link wait for each other only while they move its counter.
 * Who finds then that a link is gone, with rows of it written, fails by a text that is no number; sent again, it finds
 * so before.
 */
const insertUnlimited: PreparedStatement = {
  name: 'click_batch',
  text: `
  with ${batchSql},
  there as materialized (select id from link where id = any(${linkIdsParameter})),
  ${resolvedSql},
  written as (
    insert into click (${rowColumnNames})
    select ${rowColumnNames} from given where url_id in (select id from there) and not ${isMergedSql}
    on conflict do nothing
    returning url_id, is_bot, trigger, visitor_hash, created_at),
  counted as materialized (
    select url_id, count(*) filter (where not is_bot)::int as people, ${resolvedAtSql} as last_resolved_at
      from written group by url_id),
  held as materialized (
    select id from link where id in (select url_id from counted) order by id for no key update),
  moved as (
    update link set current_clicks = current_clicks + people, last_resolved_at = greatest(link.last_resolved_at, counted.last_resolved_at)
      from counted join held on held.id = url_id where link.id = held.id and people > 0)
  select n from given where url_id <> all (array(select id from there))
  union all
  select ('gone: ' || url_id)::int from counted where url_id not in (select id from held)`,
}

/**
 * Where a limit decides it is looked at under the lock: of ten clicks in a batch for the last three, the first three are
 * granted. What a limit has granted once it grants again, so that a batch may be sent anew when its answer was lost.
 */
const insertLimited: PreparedStatement = {
  name: 'click_batch_limited',
  text: `
  with ${batchSql},
  touched as materialized (
    select id, click_limit, current_clicks from link where id = any(${linkIdsParameter}) order by id for no key update),
  ${resolvedSql},
  wanted as (
    select given.*, click_limit,
           current_clicks + row_number() over (partition by url_id, is_bot order by n) as place
      from given join touched on touched.id = given.url_id
     where not ${isMergedSql}
       and (not limited or not exists (
         select 1 from click
          where click.url_id = given.url_id and click.created_at = given.created_at and click.id = given.id))),
  written as (
    insert into click (${rowColumnNames})
    select ${rowColumnNames} from wanted where is_bot or click_limit is null or not limited or place <= click_limit
    on conflict do nothing
    returning url_id, is_bot, trigger, visitor_hash, created_at),
  moved as (
    update link set current_clicks = current_clicks + people, last_resolved_at = greatest(link.last_resolved_at, counted.last_resolved_at)
      from (select url_id, count(*)::int as people, ${resolvedAtSql} as last_resolved_at
              from written where not is_bot group by url_id) as counted
     where link.id = counted.url_id)
  select n from wanted where not is_bot and limited and place > click_limit
  union all
  select n from given where not exists (select 1 from touched where touched.id = given.url_id)`,
}

/** Longer than a visit looks back for the resolution it belongs to. */
const resolutionMemoryMs = 20_000

/** Links of which it is remembered when they were resolved. What is forgotten too early the database still knows. */
const maxResolvedLinks = 50_000

/**
 * Tells which clicks of those that nobody has tried to write before are plain, and writes these: no limit decides them,
 * and their visitor has not just resolved the same link. Nearly all are, and they take a statement that need not look for
 * anything, at half of what the checked one of `writeBatch` costs (docs/decisions/click-speed.md).
 */
export class FastClickInserter {
  readonly #client: NativeClient
  /** When links were last resolved, as far as this process knows. */
  readonly #resolvedAt = new Map<string, string>()

  constructor(client: NativeClient) {
    this.#client = client
  }

  /** Those that are plain, as far as this process knows, and those that are not. */
  partition<T extends { readonly click: ClickRow }>(
    group: readonly T[],
  ): { plain: readonly T[]; checked: readonly T[] } {
    this.#forgetOldResolutions(group)
    for (const { click } of group) {
      if (click.trigger === 'api' && click.visitor !== null) this.#rememberResolution(click.url_id, click.at)
    }
    if (group.every(({ click }) => this.#isPlain(click))) return { plain: group, checked: [] }
    const { plain = [], checked = [] } = Object.groupBy(group, ({ click }) =>
      this.#isPlain(click) ? 'plain' : 'checked',
    )
    return { plain, checked }
  }

  /** Answers with the places of the clicks it has not written: their link is gone, or somebody resolved it lately. */
  async insert(clicks: readonly ClickRow[]): Promise<Set<number>> {
    const skipped = await this.#client.query<{ url_id: string }>(insertPlain, toPlainValues(clicks))
    if (skipped.length === 0) return new Set()
    const skippedLinkIds = new Set(skipped.map(({ url_id }) => url_id))
    const positions = [...clicks.keys()].filter((place) => skippedLinkIds.has(clicks[place]?.url_id ?? ''))
    // Where another process resolved a link, its visits are looked at carefully from here on.
    for (const place of positions) {
      const { url_id = '', at = '' } = clicks[place] ?? {}
      this.#rememberResolution(url_id, at)
    }
    return new Set(positions)
  }

  #isPlain({ limited, trigger, url_id, merges_since }: ClickRow): boolean {
    if (limited || trigger === 'api') return false
    if (merges_since === null) return true
    const resolvedAt = this.#resolvedAt.get(url_id)
    return resolvedAt === undefined || resolvedAt <= merges_since
  }

  /** Instants are text of one form, so they compare as such. */
  #rememberResolution(link: string, at: string): void {
    const known = this.#resolvedAt.get(link)
    if (known !== undefined && known >= at) return
    this.#resolvedAt.delete(link)
    this.#resolvedAt.set(link, at)
  }

  /** The oldest stand first, but where clocks were set back; of those there are never too many either. */
  #forgetOldResolutions(group: readonly { readonly click: ClickRow }[]): void {
    const [newest] = group
    if (this.#resolvedAt.size === 0 || !newest) return
    const expiredBefore = new Date(Date.parse(newest.click.at) - resolutionMemoryMs).toISOString()
    for (const [link, resolvedAt] of this.#resolvedAt) {
      if (resolvedAt > expiredBefore && this.#resolvedAt.size <= maxResolvedLinks) return
      this.#resolvedAt.delete(link)
    }
  }
}

/** The links after the columns of the rows: their ids, how many people each brings, and the earliest `merges_since`. */
function toPlainValues(clicks: readonly ClickRow[]): (string | null)[] {
  const people = new Map<string, number>()
  for (const { url_id, bot } of clicks) people.set(url_id, (people.get(url_id) ?? 0) + (bot ? 0 : 1))
  const counted = [toArrayLiteral([...people.keys()]), toArrayLiteral([...people.values()].map(String))]
  return [...toRowValues(clicks), ...counted, earliestMergesSince(clicks)]
}

const [linksPlaceholder, peoplePlaceholder, sincePlaceholder] = [1, 2, 3].map((more) => `$${rowColumnCount + more}`)

/**
 * Moves the counters and writes the rows of those links only whose counter moved; answers with the other links. Without a
 * join the links are looked up through their primary key, and locked in its order. A planner that last saw the table
 * with no more than one link may take another index: should two groups then wait for each other, one fails and is sent anew.
 */
const insertPlain: PreparedStatement = {
  name: 'click_plain',
  text: `
  with moved as (
    update link set current_clicks = current_clicks + (${peoplePlaceholder}::int[])[array_position(${linksPlaceholder}::text[], id)]
     where id = any(${linksPlaceholder}) and (${sincePlaceholder}::timestamptz is null or last_resolved_at is null or last_resolved_at <= ${sincePlaceholder})
    returning id),
  written as (
    insert into click (${rowColumnNames})
    select * from (select ${unnestedRowSql}) as given where url_id in (select id from moved))
  select url_id from unnest(${linksPlaceholder}) as given (url_id) where url_id not in (select id from moved)`,
}
