import type { EntityManager } from '../database/open.ts'
import type { Trigger } from './click.ts'

/**
 * How often people came to each of the links by one door, by one statement and so in one snapshot: what is folded from
 * the sums, what is not from the rows. Links nobody came to are left out.
 */
export async function countByTrigger(
  em: EntityManager,
  trigger: Trigger,
  urlIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await em.execute<{ urlId: string; clicks: number }[]>(countSql, [urlIds, trigger, urlIds, trigger])
  return new Map(rows.map(({ urlId, clicks }) => [urlId, clicks]))
}

const countSql = `
  with counted as (
    select url_id, clicks from click_rollup
     where url_id in (?) and span = 'all' and dimension = 'trigger' and value = ?
    union all
    select url_id, 1 from click
     where tx >= (select tx from click_watermark) and url_id in (?) and trigger = ? and not is_bot)
  select url_id as "urlId", sum(clicks)::int as clicks from counted group by url_id`
