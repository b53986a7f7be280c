import { inBackground } from '../shared/event-loop/background.ts'
import type { Logger } from '../shared/logger.ts'
import { dayMs } from '../shared/time.ts'

/**
 * Runs the task once a day until the returned function is called. A failure is logged, and the task runs again the next
 * day.
 */
export function everyDay(task: () => Promise<void>, log: Pick<Logger, 'error'>): () => void {
  const timer = setInterval(() => {
    task().catch((err: unknown) => log.error({ err }, 'a daily task failed'))
  }, dayMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** The background work that one process repeats all the time. No task waits for another. */
export class RecurringTasks {
  private readonly log: Pick<Logger, 'warn' | 'error'>
  private readonly tasks = new Set<RecurringTask>()

  constructor(log: Pick<Logger, 'warn' | 'error'>) {
    this.log = log
  }

  /**
   * Runs the task repeatedly, each time `intervalMs` after it has ended, until the returned function is called; that
   * function waits for a running task. Of consecutive failures only the first is logged.
   */
  repeatEvery(task: () => Promise<unknown>, intervalMs: number): () => Promise<void> {
    const recurringTask = new RecurringTask(task, intervalMs, this.log)
    this.tasks.add(recurringTask)
    return () => {
      this.tasks.delete(recurringTask)
      return recurringTask.stop()
    }
  }

  /** Runs every task once from its beginning, in the order of `repeatEvery`. Tests need not wait for the intervals. */
  async runAll(): Promise<void> {
    for (const task of [...this.tasks]) await task.run()
  }
}

class RecurringTask {
  private readonly task: () => Promise<unknown>
  private readonly intervalMs: number
  private readonly log: Pick<Logger, 'warn' | 'error'>
  private running: Promise<void> = Promise.resolve()
  private timer: NodeJS.Timeout | undefined
  private isStopped = false
  private isFailing = false

  constructor(task: () => Promise<unknown>, intervalMs: number, log: Pick<Logger, 'warn' | 'error'>) {
    this.task = task
    this.intervalMs = intervalMs
    this.log = log
    this.scheduleNextRun()
  }

  /** Runs the task after the run under way, if there is one. Never rejects. */
  run(): Promise<void> {
    this.running = this.running.then(() => this.runOnce())
    return this.running
  }

  /** Waits for a running task. */
  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer)
    await this.running
  }

  private async runOnce(): Promise<void> {
    if (this.isStopped) return
    clearTimeout(this.timer)
    try {
      await this.task()
      this.isFailing = false
    } catch (err) {
      if (!this.isFailing && !this.isStopped) this.log.warn({ err }, 'a repeated task failed; trying again')
      this.isFailing = true
    }
    this.scheduleNextRun()
  }

  private scheduleNextRun(): void {
    if (this.isStopped) return
    const run = () => inBackground(this.run(), 'a repeated task', this.log)
    this.timer = setTimeout(run, this.intervalMs).unref()
  }
}
