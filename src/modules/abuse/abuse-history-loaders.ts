import DataLoader from 'dataloader'
import type { EntityManager } from '../../platform/database/database.ts'
import { perRequest, type RequestContext } from '../../platform/graphql/request-context.ts'
import type { AbuseAct } from './abuse-act-log.ts'
import type { AbuseReport } from './abuse-review.types.ts'

/** Of each link the newest so many are shown: what is older decides nothing. */
const historyLimit = 20

/** What happened to links under review, found for a whole page of them by one statement each. */
export class AbuseHistoryLoaders {
  readonly #reports = perRequest(
    (context) =>
      new DataLoader<string, AbuseReport[]>((ids) => findNewest(context.em, 'abuse_report', reportColumns, ids), {
        cache: false,
      }),
  )
  readonly #acts = perRequest(
    (context) =>
      new DataLoader<string, AbuseAct[]>((ids) => findNewest(context.em, 'abuse_act', actColumns, ids), {
        cache: false,
      }),
  )
  readonly #patterns = perRequest(
    (context) => new DataLoader<string, string[]>((ids) => findPatterns(context.em, ids), { cache: false }),
  )

  /** The newest reports of a link, open and settled. */
  loadReports(context: RequestContext, linkId: string): Promise<AbuseReport[]> {
    return this.#reports(context).load(linkId)
  }

  /** What was last done about a link. */
  loadActs(context: RequestContext, linkId: string): Promise<AbuseAct[]> {
    return this.#acts(context).load(linkId)
  }

  /** The entries of the block list that hold a link back. */
  loadPatterns(context: RequestContext, linkId: string): Promise<string[]> {
    return this.#patterns(context).load(linkId)
  }
}

const reportColumns = 'id, reason, details, email, created_at, outcome'
const actColumns = 'id, kind, actor_id, pattern, reason, note, created_at'

interface DatedRow {
  readonly link_id: string
  readonly created_at: string | Date
}

async function findNewest<T>(
  em: EntityManager,
  table: string,
  columns: string,
  ids: readonly string[],
): Promise<T[][]> {
  const rows = await em.execute<DatedRow[]>(
    `select newest.* from jsonb_array_elements_text(?::jsonb) as wanted,
       lateral (select link_id, ${columns} from ${table} where link_id = wanted
                 order by created_at desc, id desc limit ${historyLimit}) as newest`,
    [JSON.stringify(ids)],
  )
  return groupByLink(
    ids,
    rows,
    ({ created_at, ...row }) => toCamelCase({ ...row, created_at: new Date(created_at) }) as T,
  )
}

async function findPatterns(em: EntityManager, ids: readonly string[]): Promise<string[][]> {
  const rows = await em.execute<{ link_id: string; pattern: string }[]>(
    `select link_id, pattern from link_block join blocked_destination on blocked_destination.id = destination_id
      where lifted_at is null and link_id in (select value from jsonb_array_elements_text(?::jsonb)) order by pattern`,
    [JSON.stringify(ids)],
  )
  return groupByLink(ids, rows, ({ pattern }) => pattern)
}

function groupByLink<R extends { readonly link_id: string }, T>(
  ids: readonly string[],
  rows: readonly R[],
  toItem: (row: R) => T,
): T[][] {
  const byLink = Map.groupBy(rows, ({ link_id }) => link_id)
  return ids.map((id) => (byLink.get(id) ?? []).map(toItem))
}

function toCamelCase(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()), value]),
  )
}
