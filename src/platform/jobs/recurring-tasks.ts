import { inBackground } from '../shared/event-loop/background.ts'
import { type Logger, OngoingState } from '../shared/logger.ts'
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

type TaskLog = Pick<Logger, 'info' | 'warn' | 'error'>

/** The background work that one process repeats all the time, once it has started. No task waits for another. */
export class RecurringTasks {
  private readonly tasks = new Set<RecurringTask>()
  private isStarted = false

  /** Tasks of which one process is enough are left out in all but one of the workers of a machine. */
  constructor(
    private readonly log: TaskLog,
    private readonly runsSharedTasks = true,
  ) {}

  /** Begins with all tasks. Before, nothing of the start of the service waits for one of them. */
  start(): void {
    this.isStarted = true
    for (const task of this.tasks) task.scheduleNextRun(task.isDueAtStart ? 0 : task.intervalMs)
  }

  /**
   * Runs the task repeatedly, each time `intervalMs` after it has ended, until the returned function is called; that
   * function waits for a running task. Of consecutive failures the first is logged, with the name of the task, and their end.
   * `isOfProcess`: every worker runs it, because it is about what a process has in memory. `isDueAtStart`: it first runs
   * when the service has started.
   */
  repeatEvery(
    name: string,
    task: () => Promise<unknown>,
    intervalMs: number,
    { isOfProcess = false, isDueAtStart = false } = {},
  ): () => Promise<void> {
    if (!isOfProcess && !this.runsSharedTasks) return async () => undefined
    const recurringTask = new RecurringTask({ name, task, intervalMs, isDueAtStart }, this.log)
    this.tasks.add(recurringTask)
    if (this.isStarted) recurringTask.scheduleNextRun()
    return () => {
      this.tasks.delete(recurringTask)
      return recurringTask.stop()
    }
  }

  /** Runs every task once from its beginning, in the order of `repeatEvery`. Tests need not wait for the intervals. */
  async runAll(): Promise<void> {
    for (const task of [...this.tasks]) await task.run()
  }

  /** Runs the task of this name once from its beginning. */
  async run(name: string): Promise<void> {
    const tasks = [...this.tasks].filter((task) => task.name === name)
    if (tasks.length === 0) throw new Error(`No task is called ${name}.`)
    for (const task of tasks) await task.run()
  }
}

interface TaskOptions {
  readonly name: string
  readonly task: () => Promise<unknown>
  readonly intervalMs: number
  readonly isDueAtStart: boolean
}

class RecurringTask {
  private readonly failures: OngoingState
  private running: Promise<void> = Promise.resolve()
  private timer: NodeJS.Timeout | undefined
  /** A task that was run before the start of all waits for it again. */
  private isScheduled = false
  private isStopped = false

  constructor(
    private readonly options: TaskOptions,
    private readonly log: TaskLog,
  ) {
    this.failures = new OngoingState(log, 'a repeated task succeeds again')
  }

  get name(): string {
    return this.options.name
  }

  get intervalMs(): number {
    return this.options.intervalMs
  }

  get isDueAtStart(): boolean {
    return this.options.isDueAtStart
  }

  scheduleNextRun(delayMs = this.intervalMs): void {
    if (this.isStopped) return
    this.isScheduled = true
    clearTimeout(this.timer)
    const run = () => inBackground(this.run(), `the repeated task ${this.name}`, this.log)
    this.timer = setTimeout(run, delayMs).unref()
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
      await this.options.task()
      this.failures.end({ task: this.name })
    } catch (err) {
      if (!this.isStopped)
        this.failures.begin(() => this.log.warn({ err, task: this.name }, 'a repeated task failed; trying again'))
    }
    if (this.isScheduled) this.scheduleNextRun()
  }
}
