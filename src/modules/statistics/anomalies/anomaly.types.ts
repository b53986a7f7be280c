import type { SortOrder } from '../../../platform/graphql/pagination/keyset.ts'
import { createConnectionType } from '../../../platform/graphql/pagination/pagination.ts'
import { Anomaly } from './anomaly.entity.ts'

export const AnomalyConnection = createConnectionType('Anomaly', Anomaly, 'anomalies')
export type AnomalyConnection = InstanceType<typeof AnomalyConnection>

/** The only order of anomalies. `anomaly_workspace_detected_index` and `anomaly_url_detected_index` serve it. */
export const newestFirst: SortOrder<Anomaly> = {
  name: 'DETECTED_DESC',
  property: 'detectedAt',
  column: 'detected_at',
  kind: 'instant',
  direction: 'desc',
}
