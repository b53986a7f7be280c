/** Nothing was heard in time. What was asked for may still happen. */
export class TimeoutError extends Error {
  override readonly name = 'TooLate'
}

/** The promise, given up after so long with `TooLate`. What was asked for may still happen. */
export async function withTimeout<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  // A process that was busy for so long reads what has arrived meanwhile before it gives up.
  const timer = setTimeout(
    () => setImmediate(() => reject(new TimeoutError(`No answer within ${timeoutMs} ms.`))),
    timeoutMs,
  )
  try {
    return await Promise.race([promise, timedOut])
  } finally {
    clearTimeout(timer)
  }
}
