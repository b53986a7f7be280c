import type { Clock } from '../base/clock.ts'
import { run } from '../database/quiet.ts'
import type { Events } from '../events/events.ts'
import { announceEnds } from '../links/index.ts'
import type { TellEnds } from './rollups/fold.ts'

/** Clicks of longer ago are folded when a database is brought up from before there was folding: no news to anybody. */
const newMs = 24 * 3600 * 1000

/**
 * Announces links whose limit granted its last click, once for each limit a link had, with the folding of that click:
 * that goes over all clicks anyhow, each once, and holds their links, so the click itself is not slower for it.
 */
export function limitTeller(events: Events, clock: Clock): TellEnds {
  return async (em, { from, upto }) => {
    const now = clock.now()
    const ended = await run<{ id: string }>(em, endedSql, [from, upto, new Date(now.getTime() - newMs)])
    await announceEnds(em, events, 'link.limit_reached', ended, now)
  }
}

const endedSql = `
  insert into event_link_end (link_id, kind, mark)
  select link.id, 'link.limit_reached', link.click_limit::text from link
   where link.id in (
     select url_id from click
      where click.tx >= ?::bigint and click.tx < ?::bigint and not click.is_bot and click.created_at > ?)
     and link.current_clicks >= link.click_limit and link.owner_id is not null
  on conflict do nothing
  returning link_id as id`
