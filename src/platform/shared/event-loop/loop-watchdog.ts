import { performance } from 'node:perf_hooks'
import type { Logger } from '../logger.ts'
import { Histogram } from '../metrics/counter.ts'
import { counter, gauge, type Metric } from '../metrics/metric.ts'

/** How often the event loop is looked at. */
const intervalMs = 20

/** A turn of the event loop above this is logged. */
const longTurnMs = 100

/** What runs in this turn: the last work that has begun, and the longest before it. */
let currentWork = 'no operation'
let currentStartMs = 0
let longest = { work: currentWork, ms: 0 }

/**
 * Says which work begins now, such as `POST /graphql`, for the log line of a long turn. It costs less than a microsecond. The name
 * contains nothing that a caller wrote.
 */
export function beginWork(work: string): void {
  const now = performance.now()
  if (now - currentStartMs > longest.ms) longest = { work: currentWork, ms: now - currentStartMs }
  currentWork = work
  currentStartMs = now
}

/** Watches for turns of the event loop in which nothing else could be answered. */
export class LoopWatchdog {
  private longTurns = 0
  private longestTurnMs = 0

  constructor(private readonly log: Pick<Logger, 'warn'>) {}

  /** Watches from now on. Before the service listens nobody waits, and its start takes long turns. */
  start(): void {
    // What others have watched of this turn so far is theirs.
    if (watchdogs.size === 0) ticker.start()
    else ticker.tick()
    watchdogs.add(this)
  }

  stop(): void {
    if (watchdogs.delete(this) && watchdogs.size === 0) ticker.stop()
  }

  metrics(): Metric[] {
    return [
      counter(
        'tack_event_loop_long_turns_total',
        `Turns of the event loop above ${longTurnMs} ms. The log names their operations.`,
        this.longTurns,
      ),
      gauge(
        'tack_event_loop_longest_turn_seconds',
        'The longest turn of the event loop since the start.',
        this.longestTurnMs / 1000,
      ),
    ]
  }

  record({ work, ms, cpuMs }: Turn): void {
    this.longestTurnMs = Math.max(this.longestTurnMs, cpuMs)
    if (cpuMs <= longTurnMs) return
    this.longTurns++
    this.log.warn(
      { operation: work, ms: Math.round(ms), cpuMs: Math.round(cpuMs) },
      'a turn of the event loop was long',
    )
  }
}

/** A turn of the event loop, and the work that computed longest in it. */
interface Turn {
  readonly work: string
  readonly ms: number
  readonly cpuMs: number
}

/** All services of this process share its event loop. */
const watchdogs = new Set<LoopWatchdog>()

const delays = new Histogram({
  name: 'tack_event_loop_delay_seconds',
  help: 'How late a timer of the event loop was, 50 times a second.',
  labels: [],
  bounds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
})

class LoopTicker {
  private timer: NodeJS.Timeout | undefined
  private lastTickMs = 0
  private lastCpuMs = 0

  start(): void {
    this.lastTickMs = performance.now()
    this.lastCpuMs = readCpuMs()
    this.timer = setInterval(() => this.tick(), intervalMs).unref()
  }

  stop(): void {
    clearInterval(this.timer)
  }

  tick(): void {
    const now = performance.now()
    const cpu = readCpuMs()
    const ms = now - this.lastTickMs - intervalMs
    delays.observe(Math.max(ms, 0) / 1000)
    // On a busy machine a timer is late although nothing ran.
    const cpuMs = Math.min(ms, cpu - this.lastCpuMs)
    this.lastTickMs = now
    this.lastCpuMs = cpu
    const { work } = longest.ms > now - currentStartMs ? longest : { work: currentWork }
    longest = { work: currentWork, ms: 0 }
    currentStartMs = now
    for (const watchdog of watchdogs) watchdog.record({ work, ms, cpuMs })
  }
}

const ticker = new LoopTicker()

/** CPU time of this thread; before Node 23.9, which does not tell it, the time that has passed. */
function readCpuMs(): number {
  if (typeof process.threadCpuUsage !== 'function') return performance.now()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
