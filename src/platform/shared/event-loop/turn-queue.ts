const waiting: (() => void)[] = []
let isTaken = false

/**
 * Resolves in a turn of the event loop in which no other work that waits here has begun, first come, first served. Node handles
 * all requests that have arrived before it does anything else, so a hundred pieces of work of a millisecond each would be one
 * long turn. One queue serves the process, because it has one event loop.
 */
export function enterOwnTurn(): Promise<void> {
  if (isTaken) return new Promise((resolve) => waiting.push(resolve))
  isTaken = true
  setImmediate(beginNext)
  return Promise.resolve()
}

function beginNext(): void {
  const begin = waiting.shift()
  isTaken = begin !== undefined
  if (!begin) return
  setImmediate(beginNext)
  begin()
}
