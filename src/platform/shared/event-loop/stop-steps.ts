import type { Logger } from '../logger.ts'
import { secondMs, TimeoutError, withTimeout } from '../time.ts'

/** A part of the service that stops. */
export interface StopStep {
  readonly name: string
  stop(): Promise<unknown>
}

/**
 * How long all steps take at most, and each of them. What does not end waits for something that does not answer, most likely
 * the database, and so will others: they have little time after the first one.
 */
const limitsMs = { total: 9_000, step: 6_000, laterStep: 250 } as const

/** Runs the steps one after the other. One that fails or does not end in time is logged and left behind. Never rejects. */
export async function stopInOrder(steps: readonly StopStep[], log: Pick<Logger, 'warn'>): Promise<void> {
  const endsAt = performance.now() + limitsMs.total
  let stepMs: number = limitsMs.step
  for (const { name, stop } of steps) {
    try {
      await withTimeout(Math.max(0, Math.min(stepMs, endsAt - performance.now())), stop())
    } catch (err) {
      log.warn({ err, step: name }, 'a part of the service could not be stopped and is left behind')
      if (err instanceof TimeoutError) stepMs = limitsMs.laterStep
    }
  }
}

/** The log names what a start waits for after this time, and then after twice, four times, ... as long. */
const slowOpeningMs = 5 * secondMs

/** The parts of the service that are open, which are stopped in the reverse order. */
export class OpenParts {
  private readonly steps: StopStep[] = []
  private readonly startedAt = performance.now()
  private stopping: Promise<void> | undefined
  private slowOpening: NodeJS.Timeout | undefined

  constructor(private readonly log: Pick<Logger, 'info' | 'warn'>) {}

  add(name: string, stop: () => unknown): void {
    this.steps.unshift({ name, stop: async () => stop() })
  }

  /** Names what the start does next, for the log if it takes long. Without a name, the start is complete. */
  opens(name: string | null): void {
    clearTimeout(this.slowOpening)
    if (name !== null) this.reportAfter(slowOpeningMs, name)
  }

  /** Call it when a part could not be opened, or at the end. Never rejects. */
  stop(): Promise<void> {
    this.opens(null)
    this.stopping ??= stopInOrder(this.steps, this.log)
    return this.stopping
  }

  private reportAfter(ms: number, name: string): void {
    this.slowOpening = setTimeout(() => {
      const seconds = Math.round((performance.now() - this.startedAt) / secondMs)
      this.log.info(`still starting after ${seconds} s: ${name}`)
      this.reportAfter(2 * ms, name)
    }, ms).unref()
  }
}
