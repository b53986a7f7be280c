import type { EntityManager } from '../database/open.ts'
import { run } from '../database/quiet.ts'

/** A link on which a reviewer has to decide. */
export interface WaitingLink {
  readonly id: string
  readonly code: string
  readonly reports: number
  readonly isAppealed: boolean
  /** When the first report or the appeal came that waits. */
  readonly since: Date
}

/** Links that wait for a decision, who has waited longest first; and how many there are. */
export async function waitingLinks(em: EntityManager, limit: number): Promise<[WaitingLink[], number]> {
  type Row = Omit<WaitingLink, 'since'> & { readonly since: string | Date; readonly total: number }
  const rows = await run<Row>(em, waitingSql, [limit])
  return [rows.map(({ total: _total, since, ...row }) => ({ ...row, since: new Date(since) })), rows[0]?.total ?? 0]
}

const waitingSql = `
  select link.id, link.code, reports, "isAppealed", since, total
    from (select link_id, min(created_at) as since, count(*) filter (where not is_appeal)::int as reports,
                 bool_or(is_appeal) as "isAppealed", count(*) over ()::int as total
            from (select link_id, created_at, false as is_appeal from abuse_report where settled_at is null
                  union all select link_id, created_at, true from abuse_appeal) as each
           group by link_id order by since, link_id limit ?) as waiting
    join link on link.id = waiting.link_id order by since, link.id`
