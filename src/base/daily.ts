const dayMs = 24 * 3600 * 1000

interface Log {
  error(details: object, message: string): void
}

/** Repeats an act every day until the returned function is called. A failed act is logged and tried the next day. */
export function daily(act: () => Promise<void>, log: Log): () => void {
  const timer = setInterval(() => {
    act().catch((err: unknown) => log.error({ err }, 'a daily act failed'))
  }, dayMs)
  timer.unref()
  return () => clearInterval(timer)
}
