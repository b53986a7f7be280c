import type { Logger } from './logger.ts'
import { dayMs } from './time.ts'

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

/**
 * Runs the task repeatedly, each time `intervalMs` after it has ended, until the returned function is called; that
 * function waits for a running task. Of consecutive failures only the first is logged.
 */
export function repeatEvery(
  task: () => Promise<unknown>,
  intervalMs: number,
  log: Pick<Logger, 'warn'>,
): () => Promise<void> {
  let isStopped = false
  let isFailing = false
  let running: Promise<void> | undefined
  let timer = setTimeout(tick, intervalMs).unref()

  function tick(): void {
    running = runOnce().finally(() => {
      if (!isStopped) timer = setTimeout(tick, intervalMs).unref()
    })
  }

  async function runOnce(): Promise<void> {
    try {
      await task()
      isFailing = false
    } catch (err) {
      if (!isFailing && !isStopped) log.warn({ err }, 'a repeated task failed; trying again')
      isFailing = true
    }
  }

  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}
