/** Nothing was heard in time. What was asked for may still happen. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
}

/** The promise, given up after so long with `TooLate`. What was asked for may still happen. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  // A process that was busy for so long reads what has arrived meanwhile before it gives up.
  const timer = setTimeout(() => setImmediate(() => reject(new TooLate(`No answer within ${ms} ms.`))), ms)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
