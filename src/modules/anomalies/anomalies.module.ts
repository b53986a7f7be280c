import type { Module, ModuleDefinition, Platform } from '../../platform/module.ts'
import { repeatEvery } from '../../platform/shared/recurring-tasks.ts'
import { anomaliesSchema } from './anomalies.schema.ts'
import { AnomalyResolver, LinkAnomaliesResolver } from './anomaly.resolver.ts'
import { AnomalyService } from './anomaly.service.ts'
import { AnomalyDetector } from './anomaly-detector.ts'

/** How often is looked for hours that can be judged. */
const detectEveryMs = 1_000

/** Anomalies in the clicks of links: found hour by hour, listed, acknowledged, resolved. */
export const anomaliesModule = {
  entities: [],
  schema: anomaliesSchema,
  tablesWithoutEntity: ['anomaly', 'anomaly_pending', 'anomaly_watermark'],
  resolvers: [AnomalyResolver, LinkAnomaliesResolver],
  create({ orm, clock, events, log, jobRuns, isEmbedded }: Platform): Module {
    const anomalyService = new AnomalyService()
    const detector = new AnomalyDetector({ orm, clock, events, isEmbedded })
    let stopDetecting: (() => Promise<void>) | undefined
    return {
      resolvers: [new AnomalyResolver(anomalyService), new LinkAnomaliesResolver(anomalyService)],
      start: () => {
        stopDetecting = repeatEvery(
          () => jobRuns.record('anomaly-detector', () => detector.evaluateClosedHours()),
          detectEveryMs,
          log,
        )
      },
      stop: async () => stopDetecting?.(),
    }
  },
} satisfies ModuleDefinition
