/** The promise, given up after so long. Rejects then; what was asked for may still happen. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  // A process that was busy for so long reads what has arrived meanwhile before it gives up.
  const timer = setTimeout(() => setImmediate(() => reject(new Error(`No answer within ${ms} ms.`))), ms)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
