import type { Logger } from '../logger.ts'
import { TimeoutError, withTimeout } from '../time.ts'

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

/** The parts of the service that are open, which are stopped in the reverse order. */
export class OpenParts {
  private readonly steps: StopStep[] = []
  private stopping: Promise<void> | undefined

  constructor(private readonly log: Pick<Logger, 'warn'>) {}

  add(name: string, stop: () => unknown): void {
    this.steps.unshift({ name, stop: async () => stop() })
  }

  /** Call it when a part could not be opened, or at the end. Never rejects. */
  stop(): Promise<void> {
    this.stopping ??= stopInOrder(this.steps, this.log)
    return this.stopping
  }
}
