import { pulse } from '../../base/pulse.ts'
import type { Module, ModuleDefinition, Platform } from '../../server/module.ts'
import { AnomalyDetector } from './detector.ts'
import { AnomalyResolver, LinkAnomaliesResolver } from './resolver.ts'
import { Anomalies } from './service.ts'

/** How often is looked for hours that can be judged. */
const detectEveryMs = 1_000

/** Anomalies in the clicks of links: found hour by hour, listed, acknowledged, resolved. */
export const anomaliesModule = {
  entities: [],
  resolvers: [AnomalyResolver, LinkAnomaliesResolver],
  create({ orm, clock, events, log, sweeps, isEmbedded }: Platform): Module {
    const anomalies = new Anomalies()
    const detector = new AnomalyDetector({ orm, clock, events, isEmbedded })
    let stopDetecting: (() => Promise<void>) | undefined
    return {
      resolvers: [new AnomalyResolver(anomalies), new LinkAnomaliesResolver(anomalies)],
      start: () => {
        stopDetecting = pulse(() => sweeps.note('anomaly-detector', () => detector.sweep()), detectEveryMs, log)
      },
      stop: async () => stopDetecting?.(),
    }
  },
} satisfies ModuleDefinition
