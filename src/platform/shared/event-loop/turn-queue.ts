/** How much of a turn of the event loop the work that begins in it may take together. */
const turnShareMs = 10

/** When the first work of this turn began; undefined when none has. */
let turnStartMs: number | undefined
const waiting: (() => void)[] = []

/**
 * Call it before work of a request begins. Undefined when it can begin at once. Otherwise the promise resolves in a later turn
 * of the event loop, first come, first served. Node handles all requests that have arrived before it does anything else, so
 * a hundred pieces of work of a millisecond each would be one long turn. One queue serves the process, because it has one
 * event loop.
 */
export function enterTurn(): Promise<void> | undefined {
  if (waiting.length === 0 && hasRoom()) return undefined
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(beginNext)
  })
}

function hasRoom(): boolean {
  const now = performance.now()
  if (turnStartMs !== undefined) return now - turnStartMs < turnShareMs
  turnStartMs = now
  setImmediate(() => {
    turnStartMs = undefined
  })
  return true
}

/** Each has a turn of its own, because how long it takes is known only afterwards. */
function beginNext(): void {
  const begin = waiting.shift()
  if (waiting.length > 0) setImmediate(beginNext)
  begin?.()
}
