import { createBirpc } from 'birpc'
import type { RateLimitStore } from '../rate-limiting/rate-limit.ts'
import type { Metric } from '../shared/metrics/metric.ts'

/** Why a worker is asked to end. `replaced`: another worker has taken its place, so the service goes on. */
export type StopReason = 'SIGTERM' | 'SIGINT' | 'replaced'

/** What a worker can ask of the first process. */
export interface PrimaryCalls extends Pick<RateLimitStore, 'charge' | 'peek' | 'refund' | 'reset'> {
  /** Says that the worker answers, on this port. */
  reportListening(port: number): void
  /** The metrics of all workers, with a label for each. */
  readMetricsOfAll(): Promise<readonly Metric[]>
  /** Has another worker take the place of this one, which is then stopped. */
  requestReplacement(): void
}

/** What the first process can ask of a worker. */
export interface WorkerCalls {
  readMetrics(): Promise<readonly Metric[]>
  stop(reason: StopReason): void
}

/** One end of the channel between the first process and a worker: `process`, or the worker. */
interface ChannelEnd {
  send?(message: unknown, callback: (error: Error | null) => void): boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
}

/** More than an answer takes, also on a busy machine. */
const timeoutMs = 10_000

/** Connects to the other end. A call to a process that has ended rejects after 10 seconds, or when the calls are closed. */
export function connectCalls<Remote extends object, Local extends object>(end: ChannelEnd, local: Local) {
  return createBirpc<Remote, Local>(local, {
    // An error means that the other process has ended.
    post: (message) => end.send?.(message, () => undefined),
    on: (listener) => end.on('message', listener),
    timeout: timeoutMs,
  })
}
