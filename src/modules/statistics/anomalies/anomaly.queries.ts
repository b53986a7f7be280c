import { raw, sql } from '@mikro-orm/postgresql'
import { type Severity, severities } from '../../../platform/audit-log/operations.types.ts'
import type { EntityManager } from '../../../platform/database/database.ts'
import { executeUnlogged } from '../../../platform/database/statements.ts'
import { buildOrderBy, type Slice } from '../../../platform/graphql/pagination/keyset.ts'
import { Anomaly } from './anomaly.entity.ts'
import { newestFirst } from './anomaly.types.ts'

/** Returns the severity and all higher ones. */
export function listSeveritiesFrom(severity: Severity): Severity[] {
  return severities.slice(severities.indexOf(severity))
}

/**
 * Returns a part of the anomalies of each of several links, and one more row. Raw SQL: the ORM has no limit per link.
 */
export async function findAnomaliesByLinks(
  em: EntityManager,
  { workspaceIds, linkIds }: { readonly workspaceIds: string[]; readonly linkIds: readonly string[] },
  { size, isBackward, after, before }: Slice,
): Promise<ReadonlyMap<string, Anomaly[]>> {
  const position = '(anomaly.detected_at, anomaly.id)'
  const direction = isBackward ? 'asc' : 'desc'
  const idsSql = `
    select page.id
      from jsonb_array_elements_text(?::jsonb) as requested(link_id)
     cross join lateral (
           select anomaly.id
             from anomaly
            where anomaly.url_id = requested.link_id
              and anomaly.workspace_id in (?)
              ${after ? `and ${position} < (?::timestamptz, ?)` : ''}
              ${before ? `and ${position} > (?::timestamptz, ?)` : ''}
            order by anomaly.detected_at ${direction}, anomaly.id ${direction}
            limit ?) as page`
  const values = [JSON.stringify(linkIds), workspaceIds, ...(after ?? []), ...(before ?? []), size + 1]
  const isOnPage = raw((alias) => `${alias}.id in (${idsSql})`, values)
  const anomalies = await em.find(
    Anomaly,
    { workspace: { $in: workspaceIds }, [isOnPage]: [] },
    { populate: ['link'], orderBy: { detectedAt: direction, id: direction } },
  )
  return Map.groupBy(anomalies, ({ urlId }) => urlId)
}

/** Counts the anomalies of each of several links. */
export async function countAnomaliesByLinks(
  em: EntityManager,
  workspaceIds: string[],
  linkIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await em
    .createQueryBuilder(Anomaly)
    .select(['link', sql`count(*)::int`.as('count')])
    .where({ workspace: { $in: workspaceIds }, link: { $in: [...linkIds] } })
    .groupBy('link')
    .execute<{ link: string; count: number }[]>()
  return new Map(rows.map(({ link, count }) => [link, count]))
}

interface AnomalyRangeOptions {
  readonly from: Date
  readonly to: Date
  /** This severity and all higher ones. */
  readonly severity: Severity
  readonly limit: number
}

/** Returns the anomalies of an account that are unresolved now or were detected in the range, newest first. */
export function findOpenOrDetectedAnomalies(
  em: EntityManager,
  workspaceId: string,
  { from, to, severity, limit }: AnomalyRangeOptions,
): Promise<Anomaly[]> {
  return em.find(
    Anomaly,
    {
      workspace: workspaceId,
      severity: { $in: listSeveritiesFrom(severity) },
      $or: [{ status: { $ne: 'resolved' } }, { detectedAt: { $gte: from, $lt: to } }],
    },
    { populate: ['link'], orderBy: buildOrderBy(newestFirst), limit },
  )
}

/** Counts the unresolved anomalies of an account. */
export function countUnresolvedAnomalies(em: EntityManager, workspace: string): Promise<number> {
  return em.count(Anomaly, { workspace, status: { $ne: 'resolved' } })
}

/** Counts those that nobody has acknowledged either. */
export function countOpenAnomalies(em: EntityManager, workspace: string): Promise<number> {
  return em.count(Anomaly, { workspace, status: 'open' })
}

/** A link whose clicks are evaluated. */
export interface EvaluatedLinkRow {
  readonly id: string
  readonly workspaceId: string
  readonly domainHost: string | null
  readonly code: string
  /** Whether the link redirects visitors at this time. */
  readonly isServing: boolean
}

/**
 * Locks links against deletion. Raw SQL, because the ORM lacks `for key share`, the only lock under which clicks can
 * still be counted.
 */
export function lockEvaluatedLinks(
  em: EntityManager,
  linkIds: readonly string[],
  now: Date,
): Promise<EvaluatedLinkRow[]> {
  return executeUnlogged<EvaluatedLinkRow>(em, lockLinksSql, [now, JSON.stringify(linkIds)])
}

const lockLinksSql = `
  select id,
         workspace_id as "workspaceId",
         domain_host as "domainHost",
         code,
         is_active
           and blocked_at is null
           and (expires_at is null or expires_at > ?::timestamptz)
           and (click_limit is null or current_clicks - past_clicks < click_limit)
           and (select coalesce(deleted_at, suspended_at) from workspace where workspace.id = link.workspace_id) is null as "isServing"
    from link
   where id in (select value from jsonb_array_elements_text(?::jsonb))
   order by id
     for key share`

/**
 * Adds the hour's pending evaluations: of the given links, and of every link with an anomaly that is not cleared.
 * Anonymous links, and links of bio pages, are skipped. Raw SQL: one insert from a select.
 */
export async function enqueueEvaluations(em: EntityManager, hour: Date, linkIds: readonly string[]): Promise<void> {
  await executeUnlogged(em, enqueueSql, [hour, JSON.stringify(linkIds)])
}

const enqueueSql = `
  insert into anomaly_pending (url_id, hour)
  select id, ?::timestamptz
    from link
   where workspace_id is not null
     and kind in ('link', 'qr')
     and id in (select value from jsonb_array_elements_text(?::jsonb)
                union
                select url_id from anomaly where cleared_at is null)`

/** Links whose clicks of one hour are to be evaluated. */
export interface EvaluationBatch {
  readonly hour: Date
  readonly linkIds: readonly string[]
}

/**
 * Removes up to `limit` pending evaluations and returns them. Raw SQL: rows that another node has locked are skipped.
 * Links that are being deleted are skipped too. Waiting for such a link would deadlock, because the deletion waits for
 * the pending row.
 */
export async function claimEvaluations(em: EntityManager, limit: number): Promise<EvaluationBatch | null> {
  const rows = await executeUnlogged<{ linkId: string; hour: string | Date }>(em, claimSql, [limit])
  const [first] = rows
  return first ? { hour: new Date(first.hour), linkIds: rows.map(({ linkId }) => linkId) } : null
}

const claimSql = `
  delete from anomaly_pending
   where url_id in (
         select anomaly_pending.url_id
           from anomaly_pending
           join link on link.id = anomaly_pending.url_id
          order by anomaly_pending.url_id
          limit ?
            for update of anomaly_pending skip locked
            for key share of link skip locked)
  returning url_id as "linkId", hour`
