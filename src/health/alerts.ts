import type { EntityManager } from '../database/open.ts'
import { run } from '../database/quiet.ts'
import { unreachableAfter } from './outcomes.ts'

/** A link whose destination cannot be reached now. */
export interface UnreachableLink {
  readonly linkId: string
  readonly code: string
  /** The HTTP status of the last answer; null for none. */
  readonly status: number | null
  readonly error: string | null
  /** When the first of the checks in a row began that have failed. */
  readonly since: Date
  /** The host says that there is no such page (404) or none any more (410). */
  readonly isGone: boolean
}

/** The links of an account that cannot be reached now, who has been so longest first. */
export async function unreachableLinks(em: EntityManager, ownerId: string, limit: number): Promise<UnreachableLink[]> {
  type Row = Omit<UnreachableLink, 'since' | 'isGone'> & { since: string | Date }
  const rows = await run<Row>(em, `${listSql} ${unreachableSql} ${orderSql}`, [ownerId, limit])
  return rows.map((row) => ({
    ...row,
    since: new Date(row.since),
    isGone: row.status === 404 || row.status === 410,
  }))
}

/** How many they are. */
export async function countUnreachable(em: EntityManager, ownerId: string): Promise<number> {
  const [counted] = await run<{ count: number }>(em, `select count(*)::int as count ${unreachableSql}`, [ownerId])
  return counted?.count ?? 0
}

/** Whether any link of the account is watched. */
export async function isHealthOn(em: EntityManager, ownerId: string): Promise<boolean> {
  const [found] = await run<{ isOn: boolean }>(em, onSql, [ownerId, ownerId])
  return found?.isOn ?? false
}

const listSql = `
  select h.link_id as "linkId", l.code, h.status, h.error, h.failing_since as since`

const unreachableSql = `
    from health_link h
    join link l on l.id = h.link_id and l.is_active and l.blocked_at is null
    left join health_account account on account.owner_id = h.owner_id
   where h.owner_id = ? and h.failures >= ${unreachableAfter} and coalesce(h.is_on, account.is_on, false)`

const orderSql = 'order by h.failing_since, h.link_id limit ?'

const onSql = `
  select exists (select 1 from health_account where owner_id = ? and is_on)
      or exists (select 1 from health_link where owner_id = ? and is_on) as "isOn"`
