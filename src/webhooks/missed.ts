import type { EntityManager } from '../database/open.ts'
import { run } from '../database/quiet.ts'

/** Deliveries of one webhook that are looked at, those given up last. */
const mostLooked = 200

/**
 * How many events each of some webhooks has missed of those given up from an instant on. One that arrived in the end, or
 * is on its way again, was not missed. Webhooks that missed none are left out.
 */
export async function missedBy(
  em: EntityManager,
  webhookIds: readonly string[],
  from: Date,
): Promise<Map<string, number>> {
  if (webhookIds.length === 0) return new Map()
  const rows = await run<{ id: string; count: number }>(em, missedSql, [JSON.stringify(webhookIds), from, mostLooked])
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** In the words of its index. The limit of 1 has each event looked up by itself, and not all deliveries read at once. */
const missedSql = `
  select given_up.webhook_id as id, count(distinct given_up.event_id)::int as count
    from jsonb_array_elements_text(?::jsonb) as asked
   cross join lateral (
     select webhook_id, event_id from webhook_delivery
      where webhook_id = asked and state = 'exhausted' and settled_at >= ?
      order by settled_at desc limit ?) as given_up
    left join lateral (
      select true as there from webhook_delivery as other
       where other.event_id = given_up.event_id and other.webhook_id = given_up.webhook_id and other.state <> 'exhausted'
       limit 1) as another on true
   where another.there is null
   group by given_up.webhook_id`
