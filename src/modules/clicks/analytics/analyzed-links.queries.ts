import type { EntityManager } from '../../../platform/database/database.ts'
import { plannerSettingsSql } from '../rollups/fold.queries.ts'

// Raw SQL, because the first click of each link is the first entry of two indexes, read in one statement for all links.

/** A link for which analytics are computed. */
export interface AnalyzedLinkRow {
  readonly id: string
  readonly isPrivate: boolean
  readonly firstClick: string | Date | null
}

/** A filter over millions of clicks may take longer than the statements of other requests. */
const statementTimeoutMs = 30_000

/** Finds links of an owner, all if `urlIds` is null. It also prepares the transaction for `queryMetrics`. */
export function findAnalyzedLinks(
  em: EntityManager,
  { includeBots }: { readonly includeBots: boolean },
  ownerId: string,
  urlIds: readonly string[] | null,
): Promise<AnalyzedLinkRow[]> {
  const sql = analyzedLinksSql(includeBots, urlIds !== null)
  return em.execute<AnalyzedLinkRow[]>(sql, urlIds ? [ownerId, urlIds] : [ownerId])
}

/** The first click is also searched in the rollups, because its row may be beyond the retention. */
const analyzedLinksSql = (includeBots: boolean, hasIds: boolean) => `
  select link.id, link.privacy_mode as "isPrivate", ${plannerSettingsSql},
         set_config('statement_timeout', '${statementTimeoutMs}', true),
         least(
           (select starts_at
              from click_rollup
             where url_id = link.id and span = 'quarter' and ${includeBots ? 'true' : 'clicks > 0'}
             order by starts_at
             limit 1),
           (select created_at
              from click
             where url_id = link.id and ${includeBots ? 'true' : 'not is_bot'}
             order by created_at
             limit 1)) as "firstClick"
    from link
   where owner_id = ?${hasIds ? ' and id in (?)' : ''}`
