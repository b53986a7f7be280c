import { Counter } from '../../shared/metrics/counter.ts'
import { formatLabels, gauge, type Metric } from '../../shared/metrics/metric.ts'

export const replicaReads = new Counter(
  {
    name: 'tack_replica_reads_total',
    help: 'Operations that may read from a replica, by where they did, and statements repeated on the primary.',
    labels: ['result'],
  },
  ['replica'],
  ['behind'],
  ['unavailable'],
  ['repeated'],
)

/** What is shown of a replica. */
export interface ReplicaState {
  readonly name: string
  readonly isUsable: boolean
  readonly lagMs: number | undefined
}

/** Without replicas they have no values. */
export function replicaMetrics(replicas: readonly ReplicaState[]): Metric[] {
  const labelsOf = ({ name }: ReplicaState) => formatLabels({ replica: name })
  return [
    gauge(
      'tack_replica_used',
      '1 while lists and reports may be read from the replica, 0 while it is left out.',
      replicas.map((each) => ({ labels: labelsOf(each), value: Number(each.isUsable) })),
    ),
    gauge(
      'tack_replica_lag_seconds',
      'How old the data of a replica are at most. No value while it cannot be asked.',
      replicas.flatMap((each) =>
        each.lagMs === undefined ? [] : [{ labels: labelsOf(each), value: each.lagMs / 1000 }],
      ),
    ),
  ]
}
