import { dayMs } from './durations.ts'
import type { Logger } from './logger.ts'

/** Repeats an act every day until the returned function is called. A failed act is logged and tried the next day. */
export function everyDay(task: () => Promise<void>, log: Pick<Logger, 'error'>): () => void {
  const timer = setInterval(() => {
    task().catch((err: unknown) => log.error({ err }, 'a daily act failed'))
  }, dayMs)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Repeats an act, each time so long after it has ended, until the returned function is called, which waits for the one
 * under way. A failed act is logged, once for a row of them, and tried again.
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
      if (!isFailing && !isStopped) log.warn({ err }, 'a repeated act failed; trying again')
      isFailing = true
    }
  }

  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}
