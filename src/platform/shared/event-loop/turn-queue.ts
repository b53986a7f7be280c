import { toNetwork } from '../ip-address.ts'

/** How much of a turn of the event loop the work that begins in it may take together. */
const turnShareMs = 10

/** When the first work of this turn began; undefined when none has. */
let turnStartMs: number | undefined

/** By network or other caller, in the order in which they have their turns. */
const queues = new Map<string, (() => void)[]>()

/**
 * Call it before work of a request begins. Undefined when it can begin at once. Otherwise the promise resolves in a later turn
 * of the event loop. Node handles all requests that have arrived before it does anything else, so a hundred pieces of work
 * of a millisecond each would be one long turn. Callers take turns, so that a single piece does not wait for the hundred of
 * somebody else. A caller is the network of an address, or the name of what is no request. One queue serves the process,
 * because it has one event loop.
 */
export function enterTurn(address: string): Promise<void> | undefined {
  if (queues.size === 0 && hasRoom()) return undefined
  return new Promise((resolve) => {
    const caller = toNetwork(address)
    const queue = queues.get(caller)
    if (queue) return queue.push(resolve)
    queues.set(caller, [resolve])
    if (queues.size === 1) setImmediate(beginNext)
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

/** Begins as many as fit into a turn. How long one takes is known only afterwards. */
function beginNext(): void {
  const startMs = performance.now()
  const begin = () => {
    takeNext()?.()
    if (queues.size === 0) return
    // After all that the work does without waiting for anything else.
    queueMicrotask(() =>
      process.nextTick(() => (performance.now() - startMs < turnShareMs ? begin() : setImmediate(beginNext))),
    )
  }
  begin()
}

/** The next work of the caller whose turn it is. */
function takeNext(): (() => void) | undefined {
  const [next] = queues
  if (!next) return undefined
  const [caller, queue] = next
  const begin = queue.shift()
  queues.delete(caller)
  // The caller is the last one to have its turn then.
  if (queue.length > 0) queues.set(caller, queue)
  return begin
}
