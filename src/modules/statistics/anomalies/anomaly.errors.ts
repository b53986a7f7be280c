import { defineError } from '../../../platform/shared/service-error.ts'

export class AnomalyNotFound extends defineError({
  code: 'ANOMALY_NOT_FOUND',
  status: 404,
  when: 'No anomaly has this id, or it belongs to another account.',
  resolution: 'Check the id. {@anomalies} lists the anomalies of your links.',
}) {
  constructor() {
    super('No anomaly has this id.')
  }
}
