import type { Figure } from '../base/figure.ts'
import type { Reach } from '../database/reach.ts'
import type { SpoolReplay } from './spool/replay.ts'
import type { Spool } from './spool/spool.ts'
import type { ClickWriter } from './writer.ts'

interface Parts {
  readonly writer: ClickWriter
  readonly spool: Spool
  readonly replay: SpoolReplay
  readonly reach: Reach
}

/** The state of the recording of this process. */
export function figuresOf({ writer, spool, replay, reach }: Parts): Figure[] {
  const gauge = (name: string, help: string, value: number): Figure => ({ name, type: 'gauge', help, value })
  const total = (name: string, help: string, value: number): Figure => ({ name, type: 'counter', help, value })
  return [
    gauge('tack_database_up', '1 while the database answers, 0 while it is known not to.', reach.isAway ? 0 : 1),
    gauge('tack_click_buffer_clicks', 'Clicks in memory, not yet in the database or the spool.', writer.waiting),
    gauge('tack_click_flush_lag_seconds', 'Age of the oldest click in memory.', writer.lagMs / 1000),
    total('tack_click_batches_total', 'Statements that wrote clicks.', writer.delivery.batches),
    total('tack_clicks_written_total', 'Clicks the database has answered for.', writer.delivery.written),
    gauge('tack_click_spool_bytes', 'Size of the spool files of this process.', spool.bytes),
    total('tack_clicks_spooled_total', 'Clicks kept in the spool.', spool.clicks),
    total('tack_clicks_replayed_total', 'Clicks of the spool handed to the database.', replay.replayed),
    total('tack_click_spool_corrupt_lines_total', 'Lines of the spool that were torn or changed.', replay.corrupt),
    total(
      'tack_clicks_dropped_total',
      'Clicks given up after their redirect.',
      writer.delivery.dropped + spool.dropped + replay.dropped,
    ),
  ]
}
