/** The source of the current time; tests pass one that they can set. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export const secondMs = 1000
export const minuteMs = 60 * secondMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The start of the UTC hour of an instant: the time of a private visit. */
export function startOfHour(at: Date): Date {
  return new Date(at.getTime() - (at.getTime() % hourMs))
}

/** There was no result in time. The operation may still complete. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

/** The result of the promise. Throws `TimeoutError` after `timeoutMs`; the operation itself continues. */
export async function withTimeout<T>(timeoutMs: number, promise: Promise<T>): Promise<T> {
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  // After a busy period the process first reads results that have already arrived, and only then times out.
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
