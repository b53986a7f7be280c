import type { EntityManager } from '../../../../../../platform/database/database.ts'
import { utcDaySql } from './dimensions.queries.ts'
import { isUnfoldedSql } from './watermark.queries.ts'

// Raw SQL, because the clicks that are not folded are added to the rollups in one statement.

/**
 * Counts visitors of all time by link, each once for a UTC day. Links without a visitor are missing. Visits in privacy
 * mode have no visitor.
 */
export async function countVisitorsByLink(em: EntityManager, urlIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await em.execute<{ urlId: string; visitors: number }[]>(visitorCountSql, [urlIds, urlIds])
  return new Map(rows.map(({ urlId, visitors }) => [urlId, visitors]))
}

const visitorCountSql = `
  with unfolded as (
    select distinct url_id, ${utcDaySql('created_at')} as day, visitor_hash
      from click
     where ${isUnfoldedSql} and url_id in (?) and not is_bot and visitor_hash is not null),
  counted as (
    select url_id, visitors
      from click_rollup
     where url_id in (?) and span = 'all' and dimension = 'total'
    union all
    select url_id, 1
      from unfolded
     where not exists (select from click_visitor
                        where click_visitor.url_id = unfolded.url_id and click_visitor.day = unfolded.day
                          and click_visitor.visitor_hash = unfolded.visitor_hash))
  select url_id as "urlId", sum(visitors)::float8 as visitors
    from counted
   group by url_id`
