import { refusal } from '../../base/failure.ts'

export class AnomalyNotFound extends refusal({
  code: 'ANOMALY_NOT_FOUND',
  status: 404,
  when: 'There is no such anomaly, or it belongs to somebody else.',
  resolution: 'Check the id; GET /anomalies lists those of your links.',
}) {
  constructor() {
    super('There is no such anomaly.')
  }
}
