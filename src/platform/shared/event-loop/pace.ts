import { setImmediate } from 'node:timers/promises'

/** How much of a turn of the event loop a long loop may take. */
const maxTurnMs = 10

/** For a long loop: the function is awaited in each round, and lets everything else run when a turn has become long. */
export function createPace(): () => Promise<void> {
  let turnStartMs = performance.now()
  return async () => {
    if (performance.now() - turnStartMs < maxTurnMs) return
    await setImmediate()
    turnStartMs = performance.now()
  }
}
