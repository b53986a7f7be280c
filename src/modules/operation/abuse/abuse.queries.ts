import type { EntityManager } from '../../../platform/database/database.ts'
import { executeUnlogged, quoteArrayElement, toArrayLiteral } from '../../../platform/database/statements.ts'
import type { Slice } from '../../../platform/graphql/pagination/keyset.ts'
import type { PurgedAccount } from '../../../platform/jobs/account-purge.ts'
import { type PurgeStep, purgeSliceSize } from '../../../platform/jobs/workspace-purge.ts'
import { AbuseAct } from './abuse-act.entity.ts'
import { AbuseReport } from './abuse-report.entity.ts'
import { AbuseAppeal } from './appeals/appeal.entity.ts'

/** Takes the address of an account from the reports that it has made. Raw SQL, because an update of the ORM has no limit. */
export const forgetReporter: PurgeStep<PurgedAccount> = async (em, { email, emailKey }) => {
  const sql = `
    update abuse_report set email = null
     where id in (select id from abuse_report where email = ? or lower(email) = ? limit ${purgeSliceSize})
    returning 1`
  return (await executeUnlogged(em, sql, [email, emailKey])).length
}

/** A report as it is inserted. */
export interface NewAbuseReport {
  readonly id: string
  /** The keys that the code can have, best first. */
  readonly codeKeys: readonly string[]
  readonly reporterHash: string
  readonly reason: string
  readonly details: string | null
  readonly email: string | null
  readonly createdAt: Date
}

const linkIdOfKeysSql = `
  select code.link_id from unnest(?::text[]) with ordinality as named(key, position)
    join code on code.key = named.key and code.link_id is not null
   order by position limit 1`

/** Open reports that are stored for one link. */
const maxOpenReports = 1000

/**
 * Inserts a report of the link that has the code, unless the link does not exist, is blocked, has too many open reports
 * or was reported by the same network today.
 *
 * Raw SQL: one statement takes the same time whether the link exists or not.
 */
export async function insertReport(em: EntityManager, report: NewAbuseReport): Promise<void> {
  const { id, codeKeys, reporterHash, reason, details, email, createdAt } = report
  await em.execute(
    `insert into abuse_report (id, link_id, reporter_hash, reason, details, email, created_at)
     select ?::text, link.id, decode(?::text, 'hex'), ?::text, ?::text, ?::text, ?::timestamptz
       from link
      where link.id = (${linkIdOfKeysSql})
        and link.blocked_at is null
        and (select count(*) from abuse_report as open
              where open.link_id = link.id and open.settled_at is null) < ?
     on conflict (link_id, reporter_hash) do nothing`,
    [id, reporterHash, reason, details, email, createdAt, toKeyList(codeKeys), maxOpenReports],
  )
}

/** The id of the link that has the first key of a link. Raw SQL: the table of codes belongs to the links module. */
export async function findLinkIdByCode(em: EntityManager, codeKeys: readonly string[]): Promise<string | null> {
  const [row] = await em.execute<{ link_id: string }[]>(linkIdOfKeysSql, [toKeyList(codeKeys)])
  return row?.link_id ?? null
}

function toKeyList(keys: readonly string[]): string {
  return toArrayLiteral(keys.map(quoteArrayElement))
}

/** A link with open reports or an open appeal. */
export interface PendingReview {
  readonly linkId: string
  readonly reportCount: number
  readonly isAppealed: boolean
  /** When the first open report or the appeal was received. */
  readonly since: Date
}

/** Raw SQL: a union of two tables. */
const pendingSql = `
  (select link_id, created_at, false as is_appeal from abuse_report where settled_at is null
    union all
   select link_id, created_at, true as is_appeal from abuse_appeal where state = 'open') as pending`

/** A part of the links that wait for a decision. */
export interface PendingReviewsPart extends Pick<Slice, 'isBackward' | 'after' | 'before'> {
  readonly limit: number
  readonly offset: number
}

/** Links with open reports or an open appeal, the longest waiting link first; for a page from the end, last. */
export async function findPendingReviews(
  em: EntityManager,
  { isBackward, after, before, limit, offset }: PendingReviewsPart,
): Promise<PendingReview[]> {
  const direction = isBackward ? 'desc' : 'asc'
  const rows = await executeUnlogged<Omit<PendingReview, 'since'> & { since: string | Date }>(
    em,
    `select link_id as "linkId", count(*) filter (where not is_appeal)::int as "reportCount",
            bool_or(is_appeal) as "isAppealed", min(created_at) as since
       from ${pendingSql}
      group by link_id
     having true
            ${after ? 'and (min(created_at), link_id) > (?::timestamptz, ?)' : ''}
            ${before ? 'and (min(created_at), link_id) < (?::timestamptz, ?)' : ''}
      order by since ${direction}, link_id ${direction}
      limit ?::int offset ?::int`,
    [...(after ?? []), ...(before ?? []), limit, offset],
  )
  return rows.map((row) => ({ ...row, since: new Date(row.since) }))
}

/** How many links have open reports or an open appeal. */
export async function countPendingReviews(em: EntityManager): Promise<number> {
  const [row] = await executeUnlogged<{ total: number }>(
    em,
    `select count(distinct link_id)::int as total from ${pendingSql}`,
  )
  return row?.total ?? 0
}

/** Which of the links have an appeal of their owner that waits for the decision. */
export async function findAppealedLinkIds(em: EntityManager, linkIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (linkIds.length === 0) return new Set()
  const appeals = await em.find(AbuseAppeal, { link: { $in: [...linkIds] }, state: 'open' })
  return new Set(appeals.map(({ link }) => link.id))
}

/** The newest rows that are read for each link. */
const historyLimit = 20

/** The newest reports of each link. Raw SQL: a limit for each link. */
export async function findNewestReports(em: EntityManager, linkIds: readonly string[]): Promise<AbuseReport[]> {
  const columns = 'id, link_id, reason, details, email, created_at, outcome, settled_at'
  const rows = await em.execute<object[]>(newestByLinkSql('abuse_report', columns), [JSON.stringify(linkIds)])
  return rows.map((row) => em.map(AbuseReport, row))
}

/** The newest acts on each link. Raw SQL: a limit for each link. */
export async function findNewestActs(em: EntityManager, linkIds: readonly string[]): Promise<AbuseAct[]> {
  const columns = 'id, kind, actor_id, link_id, pattern, reason, note, created_at'
  const rows = await em.execute<object[]>(newestByLinkSql('abuse_act', columns), [JSON.stringify(linkIds)])
  return rows.map((row) => em.map(AbuseAct, row))
}

function newestByLinkSql(table: string, columns: string): string {
  return `
    select newest.*
      from jsonb_array_elements_text(?::jsonb) as requested(link_id)
     cross join lateral (
       select ${columns} from ${table}
        where ${table}.link_id = requested.link_id
        order by created_at desc, id desc
        limit ${historyLimit}) as newest`
}
