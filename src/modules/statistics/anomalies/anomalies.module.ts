import { archiveRows } from '../../../platform/jobs/archive-part.ts'
import { deleteRowsOf } from '../../../platform/jobs/workspace-purge.ts'
import { defineModule, type Module } from '../../../platform/module.ts'
import { secondMs } from '../../../platform/shared/time.ts'
import { clicksModule } from '../../visits/clicks/index.ts'
import { Anomaly, EvaluationWatermark, PendingEvaluation } from './anomaly.entity.ts'
import { AnomalyResolver, LinkAnomaliesResolver } from './anomaly.resolver.ts'
import { AnomalyService } from './anomaly.service.ts'
import { AnomalyDetector } from './anomaly-detector.ts'

/** How often the detector looks for closed hours. */
const detectEveryMs = secondMs

/** Anomalies in the clicks of links: detected hour by hour, listed, acknowledged and resolved. */
export const anomaliesModule = defineModule({
  entities: [Anomaly, PendingEvaluation, EvaluationWatermark],
  archiveParts: [
    archiveRows({
      of: 'workspace',
      name: 'anomalies.json',
      about: 'Unusual clicks.',
      entity: Anomaly,
      where: (workspace) => ({ workspace }),
    }),
  ],
  resolvers: [AnomalyResolver, LinkAnomaliesResolver],
  uses: [clicksModule],
  create(platform, { store }): Module {
    const anomalyService = new AnomalyService()
    const { jobRuns, recurringTasks } = platform.background
    const detector = new AnomalyDetector({ ...platform, store, isEmbedded: platform.database.isEmbedded })
    platform.hooks.workspacePurge.addSteps(deleteRowsOf('anomaly'))
    let stopDetecting: (() => Promise<void>) | undefined
    return {
      resolvers: [new AnomalyResolver(anomalyService), new LinkAnomaliesResolver(anomalyService)],
      start: () => {
        const detect = () => jobRuns.record('anomaly-detector', () => detector.evaluateClosedHours())
        stopDetecting = recurringTasks.repeatEvery('detect anomalies', detect, detectEveryMs)
      },
      stop: async () => stopDetecting?.(),
    }
  },
})
