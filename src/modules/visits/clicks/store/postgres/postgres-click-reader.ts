import { IsolationLevel } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../../../platform/database/database.ts'
import { statementTimeoutSql } from '../../../../../platform/database/silence-detector.ts'
import type { ClickSelection } from '../click-query.ts'
import type { ClickReader } from '../click-store.ts'
import { countClicks } from './counting/count-clicks.ts'
import { readHistory } from './counting/history.queries.ts'
import { countLinks, findClickedWorkspaces, findFirstHours } from './counting/link-count.queries.ts'
import { findSummedWorkspace } from './counting/workspace-history.queries.ts'
import { readCommittedClicks } from './listing/click-feed.queries.ts'
import {
  countClicksByCountry,
  countClicksByLink,
  findClickById,
  findClicks,
  findClicksByLink,
} from './listing/click-list.queries.ts'
import { scanClicks } from './listing/click-scan.queries.ts'
import { plannerSettingsSql, prepareClickScan } from './rollups/fold.queries.ts'

/** A filter over millions of clicks may take longer than the statements of other requests. */
const reportTimeoutMs = 30_000

/** Memory for sorting the visitors of up to a million clicks. PostgreSQL has 4 MB by default. */
const prepareReportSql = `
  select ${plannerSettingsSql}, ${statementTimeoutSql(reportTimeoutMs)}, set_config('work_mem', '32MB', true)`

/** Reads clicks from PostgreSQL: from rows, and from rollups of links and workspaces. */
export class PostgresClickReader implements ClickReader {
  readonly prepare = prepareClickScan
  readonly readHistory = readHistory
  readonly count = countClicks
  readonly countLinks = countLinks
  readonly findFirstHours = findFirstHours
  readonly findClickedWorkspaces = findClickedWorkspaces
  readonly countCountries = countClicksByCountry
  readonly list = findClicks
  readonly listByLink = findClicksByLink
  readonly find = findClickById
  readonly scan = scanClicks
  readonly since = readCommittedClicks

  inSnapshot<T>(em: EntityManager, read: (inner: EntityManager) => Promise<T>): Promise<T> {
    return em.transactional(
      async (inner) => {
        await inner.execute(prepareReportSql)
        return read(inner)
      },
      { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
    )
  }

  async follow(): Promise<void> {
    // Clicks are found by their transactions.
  }

  /** Counts the clicks of a whole workspace without filters by its rollups, unless some are deleted. Otherwise one by one. */
  async countListed(em: EntityManager, selection: ClickSelection, isPerLink: boolean): Promise<Map<string, number>> {
    const canSum = !isPerLink && Object.keys(selection.filters).length === 0
    const total = canSum ? await this.inSnapshot(em, (inner) => sumStoredClicks(inner, selection)) : null
    if (total !== null) return new Map([['', total]])
    const counts = await countClicksByLink(em, selection)
    return isPerLink ? counts : new Map([['', [...counts.values()].reduce((sum, count) => sum + count, 0)]])
  }
}

/** Null when the rollups of the workspace do not have exactly the clicks that are stored. */
async function sumStoredClicks(em: EntityManager, selection: ClickSelection): Promise<number | null> {
  const { scope, range } = selection
  if (!(await findSummedWorkspace(em, scope))) return null
  const [history] = await readHistory(em, scope, { isPerLink: false, includeBots: true })
  if (history?.deleted && (range.from ?? 0) < history.deleted.to) return null
  const { rows } = await countClicks(em, {
    ...selection,
    isPerLink: false,
    groupings: ['total'],
    series: [],
    limit: null,
  })
  return rows.find(({ grouping }) => grouping === 'total')?.clicks ?? 0
}
