import type { Pool } from 'pg'
import { formatLabels, gauge, type Metric, type Sample } from './metric.ts'

/** The connections of the pools of this process. */
export function poolMetrics(pools: Readonly<Record<string, Pool>>): Metric[] {
  const samples = (read: (pool: Pool) => number): Sample[] =>
    Object.entries(pools).map(([pool, each]) => ({ labels: formatLabels({ pool }), value: read(each) }))
  return [
    gauge(
      'tack_database_connections_in_use',
      'Connections to the database that run a statement or a transaction.',
      samples(({ totalCount, idleCount }) => totalCount - idleCount),
    ),
    gauge(
      'tack_database_connections_max',
      'The most connections of a pool.',
      samples(({ options: { max = 0 } }) => max),
    ),
    gauge(
      'tack_database_connections_waiting',
      'Statements that wait for a connection, since all of the pool are in use.',
      samples(({ waitingCount }) => waitingCount),
    ),
  ]
}
