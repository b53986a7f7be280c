import { type Severity, severities } from '../../platform/audit-log/operations.types.ts'
import type { EntityManager } from '../../platform/database/database.ts'
import type { Anomaly } from './anomaly.types.ts'

/** Which anomalies of an owner are meant; what is null or absent does not matter. */
export interface AnomalyFilter {
  readonly status?: string | null
  readonly kind?: string | null
  /** That level and above. */
  readonly severity?: Severity | null
  readonly urlId?: string | null
}

/** A page of the anomalies of an owner, newest first, and how many there are on all pages. */
export async function listAnomalies(
  em: EntityManager,
  ownerId: string,
  { status, kind, severity, urlId }: AnomalyFilter,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ anomalies: Anomaly[]; total: number }> {
  const from = severity == null ? 0 : severities.indexOf(severity)
  const filters = [
    ['anomaly.status', status],
    ['anomaly.kind', kind],
    ['anomaly.url_id', urlId],
  ].filter(([, value]) => value != null)
  const where = ['anomaly.owner_id = ?', 'severity in (?)', ...filters.map(([column]) => `${column} = ?`)].join(' and ')
  const values = [ownerId, severities.slice(from), ...filters.map(([, value]) => value)]
  const rows = await em.execute<Anomaly[]>(`${anomalySql} where ${where} ${newestFirst} limit ? offset ?`, [
    ...values,
    ...[limit, (page - 1) * limit],
  ])
  const [counted] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from anomaly where ${where}`,
    values,
  )
  return { anomalies: rows.map(toAnomaly), total: counted?.total ?? 0 }
}

/** One anomaly of an owner; null for an unknown one and for another's. */
export async function findAnomaly(em: EntityManager, ownerId: string, id: string): Promise<Anomaly | null> {
  const [row] = await em.execute<Anomaly[]>(`${anomalySql} where anomaly.id = ? and anomaly.owner_id = ?`, [
    id,
    ownerId,
  ])
  return row ? toAnomaly(row) : null
}

/** The newest anomalies of each of some links of an owner, at most so many of one. */
export async function findAnomaliesByLinks(
  em: EntityManager,
  ownerId: string,
  urlIds: readonly string[],
  maxPerLink: number,
): Promise<Anomaly[][]> {
  const rows = await em.execute<Anomaly[]>(byLinksSql, [JSON.stringify(urlIds), ownerId, maxPerLink])
  const byLink = Map.groupBy(rows.map(toAnomaly), ({ urlId }) => urlId)
  return urlIds.map((urlId) => byLink.get(urlId) ?? [])
}

/** Which anomalies are meant, of a time and now. */
interface AnomalyRangeFilter {
  readonly from: Date
  readonly to: Date
  /** That level and above. */
  readonly severity: Severity
  readonly limit: number
}

/** What of an owner is unresolved now, and what was found in a time, newest first. */
export async function findOpenOrDetectedAnomalies(
  em: EntityManager,
  ownerId: string,
  { from, to, severity, limit }: AnomalyRangeFilter,
): Promise<Anomaly[]> {
  const includedSeverities = severities.slice(severities.indexOf(severity))
  const rows = await em.execute<Anomaly[]>(openOrDetectedSql, [ownerId, from, to, includedSeverities, limit])
  return rows.map(toAnomaly)
}

/** How many anomalies of an owner are not resolved now. */
export async function countOpenAnomalies(em: EntityManager, ownerId: string): Promise<number> {
  const [row] = await em.execute<{ count: number }[]>(countOpenSql, [ownerId])
  return row?.count ?? 0
}

function toAnomaly(row: Anomaly): Anomaly {
  const { windowStart, windowEnd, detectedAt, acknowledgedAt, resolvedAt } = row
  return {
    ...row,
    ...{ windowStart: new Date(windowStart), windowEnd: new Date(windowEnd), detectedAt: new Date(detectedAt) },
    acknowledgedAt: acknowledgedAt && new Date(acknowledgedAt),
    resolvedAt: resolvedAt && new Date(resolvedAt),
  }
}

const columnsSql = `
  anomaly.id, url_id as "urlId", link.code as "shortUrl", anomaly.kind, severity, country, observed, expected, score,
  window_start as "windowStart", window_end as "windowEnd", status, detected_at as "detectedAt",
  acknowledged_at as "acknowledgedAt", resolved_at as "resolvedAt"`

const anomalySql = `select ${columnsSql} from anomaly join link on link.id = url_id`

const newestFirst = 'order by detected_at desc, anomaly.id desc'

const byLinksSql = `
  select newest.* from jsonb_array_elements_text(?::jsonb) as asked cross join lateral (
    ${anomalySql} where anomaly.url_id = asked and anomaly.owner_id = ? ${newestFirst} limit ?) as newest`

const openOrDetectedSql = `
  ${anomalySql}
   where anomaly.owner_id = ? and (status <> 'resolved' or (detected_at >= ? and detected_at < ?))
     and severity in (?)
   ${newestFirst} limit ?`

const countOpenSql = `select count(*)::int as count from anomaly where owner_id = ? and status <> 'resolved'`
