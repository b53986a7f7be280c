export { countOpenAnomalies, findOpenOrDetectedAnomalies } from './anomaly.queries.ts'
export { Anomaly } from './anomaly.types.ts'
export { AnomalyDetector } from './anomaly-detector.ts'
