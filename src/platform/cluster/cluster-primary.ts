import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { MemoryRateLimitStore } from '../rate-limiting/memory-store.ts'
import { inBackground } from '../shared/event-loop/background.ts'
import type { Logger } from '../shared/logger.ts'
import { addLabel, type Metric } from '../shared/metrics/metric.ts'
import { processMetrics } from '../shared/metrics/process-metrics.ts'
import { minuteMs, secondMs, systemClock, withTimeout } from '../shared/time.ts'
import { connectCalls, type PrimaryCalls, type StopReason, type WorkerCalls } from './cluster-calls.ts'
import { placeVariable, type WorkerPlace } from './cluster-worker.ts'

/** How long a worker may take to read its metrics. Those of one that takes longer are left out. */
const metricsTimeoutMs = secondMs

/** How long the successor of a worker may take to answer, before its predecessor is kept instead. */
const startTimeoutMs = 2 * minuteMs

/** What a worker may take to stop, besides its drain time. A worker ends itself earlier. */
const stopTimeoutMs = 20 * secondMs

/** A worker that ends this soon after its start is replaced after a pause, which doubles up to the longest. */
const shortLifeMs = 30 * secondMs
const restartDelaysMs = { first: secondMs, longest: 30 * secondMs }

export interface ClusterOptions {
  readonly workers: number
  readonly drainMs: number
  readonly log: Logger
}

/** The first of several processes: it starts the workers, replaces those that end, and keeps what they share. It serves nothing itself. */
export class ClusterPrimary {
  /** The worker of each number. One that was replaced and still drains is not among them. */
  private readonly workers = new Map<number, RunningWorker>()
  /** All processes that have not ended. */
  private readonly running = new Set<RunningWorker>()
  private readonly rateLimits = new MemoryRateLimitStore(systemClock)
  /** What waits for a worker to end or to be replaced. Restarts happen one after the other. */
  private restarts: Promise<void> = Promise.resolve()
  private stopping: Promise<number> | undefined

  constructor(private readonly options: ClusterOptions) {}

  /** Starts all workers, and returns their port. Rejects when one of them ends before it answers. */
  async start(): Promise<number> {
    // Workers accept connections themselves. Node's other way would leave the visitor without an answer whose connection is
    // handed to a worker that is killed (docs/decisions/workers.md).
    cluster.schedulingPolicy = cluster.SCHED_NONE
    // With `advanced`, numbers such as Infinity arrive as they are.
    cluster.setupPrimary({ serialization: 'advanced' })
    // The first one migrates the database, and answers that the service starts.
    const port = await this.fork(1).listening
    const others = Array.from({ length: this.options.workers - 1 }, (_, index) => this.fork(index + 2))
    await Promise.all(others.map(({ listening }) => listening))
    for (const worker of this.workers.values()) this.replaceWhenEnded(worker)
    return port
  }

  /** Replaces all workers one after the other. Each ends when its successor answers, so every request is served. */
  restartAll(): Promise<void> {
    for (const worker of [...this.workers.values()]) this.restart(worker)
    return this.restarts
  }

  /** Ends all workers. Returns the exit code: 0, or the exit code of a worker that could not stop. */
  stop(reason: StopReason): Promise<number> {
    this.stopping ??= this.stopAll(reason)
    return this.stopping
  }

  private async stopAll(reason: StopReason): Promise<number> {
    const timeoutMs = stopTimeoutMs + (reason === 'SIGTERM' ? this.options.drainMs : 0)
    const codes = await Promise.all([...this.running].map((worker) => worker.stop(reason, timeoutMs)))
    return codes.find((code) => code !== 0) ?? 0
  }

  private fork(number: number): RunningWorker {
    const isAlone = ![...this.workers.values()].some(({ isListening }) => isListening)
    const worker = new RunningWorker({ number, isAlone }, (running) => this.createCalls(running))
    this.workers.set(number, worker)
    this.running.add(worker)
    inBackground(
      worker.ended.then(() => this.running.delete(worker)),
      'the end of a worker',
      this.options.log,
    )
    return worker
  }

  private createCalls(worker: RunningWorker): PrimaryCalls {
    const { rateLimits } = this
    return {
      charge: (counters, cost) => rateLimits.charge(counters, cost),
      peek: (counters, cost) => rateLimits.peek(counters, cost),
      refund: (counters) => rateLimits.refund(counters),
      reset: (counters) => rateLimits.reset(counters),
      reportListening: (port) => worker.reportListening(port),
      readMetricsOfAll: () => this.readMetrics(),
      requestReplacement: () => this.restart(worker),
    }
  }

  private async readMetrics(): Promise<readonly Metric[]> {
    const read = [...this.workers.values()].map(async (worker) => {
      const metrics = await withTimeout(metricsTimeoutMs, worker.calls.readMetrics()).catch(() => [])
      return addLabel(metrics, 'worker', String(worker.place.number))
    })
    return [...(await Promise.all(read)).flat(), ...addLabel(processMetrics(), 'worker', 'primary')]
  }

  private restart(worker: RunningWorker): void {
    this.restarts = this.restarts
      .then(() => this.replaceRunning(worker))
      .catch((err: unknown) => this.options.log.error({ err }, 'the restart of a worker failed'))
  }

  /** A worker whose successor does not answer goes on. */
  private async replaceRunning(old: RunningWorker): Promise<void> {
    const { number } = old.place
    if (this.stopping !== undefined || this.workers.get(number) !== old || !old.isListening) return
    const { log, drainMs } = this.options
    const next = this.fork(number)
    try {
      await withTimeout(startTimeoutMs, next.listening)
    } catch (err) {
      log.error({ err, worker: number }, 'a worker goes on, because its successor does not answer')
      this.workers.set(number, old)
      // It may have ended meanwhile.
      if (!old.isListening) this.replaceWhenEnded(old)
      await next.kill()
      return
    }
    this.replaceWhenEnded(next)
    await old.stop('replaced', drainMs + stopTimeoutMs)
    log.info({ worker: number }, 'a worker was restarted')
  }

  private replaceWhenEnded(worker: RunningWorker): void {
    const watch = worker.ended.then((code) => this.replaceEnded(worker, code))
    inBackground(watch, 'the replacement of a worker', this.options.log)
  }

  private async replaceEnded(worker: RunningWorker, code: number): Promise<void> {
    const { number } = worker.place
    const { log } = this.options
    // Stopped on purpose.
    if (this.stopping !== undefined || this.workers.get(number) !== worker) return
    log.error({ worker: number, code, signal: worker.signal }, 'a worker has ended; another one takes its place')
    let delayMs = worker.ageMs < shortLifeMs ? restartDelaysMs.first : 0
    while (this.stopping === undefined) {
      await pause(delayMs)
      if (this.stopping !== undefined) return
      const next = this.fork(number)
      try {
        await next.listening
        this.replaceWhenEnded(next)
        log.info({ worker: number }, 'a worker has taken the place of the one that ended')
        return
      } catch (err) {
        log.error({ err, worker: number }, 'a worker could not start; trying again')
        delayMs = Math.min(Math.max(delayMs * 2, restartDelaysMs.first), restartDelaysMs.longest)
      }
    }
  }
}

/** A process that serves, until it ends. */
class RunningWorker {
  /** The port. Rejects when the process ends before it answers. */
  readonly listening: Promise<number>
  /** The exit code; 1 for a process that a signal has ended. */
  readonly ended: Promise<number>
  readonly calls
  isListening = false
  signal: string | null = null
  private readonly process: Worker
  private readonly startedMs = performance.now()
  private readonly port = Promise.withResolvers<number>()

  constructor(
    readonly place: WorkerPlace,
    createCalls: (worker: RunningWorker) => PrimaryCalls,
  ) {
    this.process = cluster.fork({ [placeVariable]: JSON.stringify(place) })
    this.calls = connectCalls<WorkerCalls, PrimaryCalls>(this.process, createCalls(this))
    this.listening = this.port.promise
    this.ended = this.waitForEnd()
    // Whoever waits for it gets the rejection.
    this.listening.catch(() => undefined)
  }

  get ageMs(): number {
    return performance.now() - this.startedMs
  }

  reportListening(port: number): void {
    this.isListening = true
    this.port.resolve(port)
  }

  /** Asks the process to end, and ends it when it has not by then. Returns its exit code. */
  async stop(reason: StopReason, timeoutMs: number): Promise<number> {
    // One that has ended is asked nothing.
    this.calls.stop.asEvent(reason).catch(() => undefined)
    return withTimeout(timeoutMs, this.ended).catch(() => this.kill())
  }

  kill(): Promise<number> {
    this.process.process.kill('SIGKILL')
    return this.ended
  }

  private async waitForEnd(): Promise<number> {
    // An error, such as too many processes, means that there is none.
    const [code, signal] = (await once(this.process, 'exit').catch((error: Error) => {
      this.process.process.kill('SIGKILL')
      return [1, error.message]
    })) as [number | null, string | null]
    this.isListening = false
    this.signal = signal
    this.port.reject(new Error(`The process ended with ${signal ?? code} before it answered.`))
    this.calls.$close()
    return code ?? 1
  }
}
