export { Anomaly, EvaluationWatermark } from './anomaly.entity.ts'
export { countOpenAnomalies, countUnresolvedAnomalies, findOpenOrDetectedAnomalies } from './anomaly.queries.ts'
export { AnomalyDetector } from './anomaly-detector.ts'
