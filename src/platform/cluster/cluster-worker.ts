import cluster from 'node:cluster'
import type { RateLimitStore } from '../rate-limiting/rate-limit.ts'
import type { Metric } from '../shared/metrics/metric.ts'
import { connectCalls, type PrimaryCalls, type StopReason, type WorkerCalls } from './cluster-calls.ts'

/** The place of a worker among the processes of `WORKERS`. */
export interface WorkerPlace {
  /** From 1. Its successor has the same. */
  readonly number: number
  /** Whether no other worker answers on the port yet. */
  readonly isAlone: boolean
}

/** The variable in which the first process tells a worker its place. */
export const placeVariable = 'TACK_WORKER'

/** The worker that does what only one process needs to do: background jobs, folding, backups. */
const backgroundWorkerNumber = 1

/** This process as one of several workers, and its channel to the first process. */
export class ClusterWorker {
  private readonly primary
  private readMetrics: () => Promise<readonly Metric[]> = async () => []
  /** While the service starts there is nothing to complete, and the database may be away for long. */
  private stop: (reason: StopReason) => void = () => process.exit(0)

  private constructor(readonly place: WorkerPlace) {
    this.primary = connectCalls<PrimaryCalls, WorkerCalls>(process, {
      readMetrics: () => this.readMetrics(),
      stop: (reason) => this.stop(reason),
    })
    // A signal to the whole group, as of Ctrl-C, reaches the first process too, which stops the workers.
    process.on('SIGINT', () => undefined)
    process.on('SIGUSR2', () => undefined)
    process.on('SIGTERM', () => this.primary.requestReplacement.asEvent().catch(() => undefined))
  }

  /** The worker that this process is. Undefined for a process that serves alone. Call it once. */
  static find(): ClusterWorker | undefined {
    const { [placeVariable]: place } = process.env
    // Processes that a worker starts are no workers.
    delete process.env[placeVariable]
    return cluster.isWorker && place !== undefined ? new ClusterWorker(JSON.parse(place)) : undefined
  }

  get runsBackgroundWork(): boolean {
    return this.place.number === backgroundWorkerNumber
  }

  /** The counters of rate limits, which the first process keeps for all workers. */
  get rateLimitStore(): RateLimitStore {
    const { charge, peek, refund, reset } = this.primary
    return {
      ...{ charge, peek, refund, reset },
      isServerUp: async () => null,
      close: async () => undefined,
    }
  }

  onStop(stop: (reason: StopReason) => void): void {
    this.stop = stop
  }

  reportListening(port: number): void {
    this.primary.reportListening.asEvent(port).catch(() => undefined)
  }

  /** Takes what reads the metrics of this process, and returns what reads the metrics of all workers. */
  shareMetrics(readOwn: () => Promise<readonly Metric[]>): () => Promise<readonly Metric[]> {
    this.readMetrics = readOwn
    return () => this.primary.readMetricsOfAll()
  }
}
