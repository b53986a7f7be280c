import { pulse } from '../base/pulse.ts'
import type { Sweeps } from '../events/sweeps/sweeps.ts'
import { type CheckerParts, HealthChecker, lookEveryMs } from './checker.ts'

export interface RoomParts extends CheckerParts {
  readonly sweeps: Sweeps
}

/** Begins to look after the links that are watched. Answers what ends it. */
export function openHealth({ sweeps, ...parts }: RoomParts): () => Promise<void> {
  const checker = new HealthChecker(parts)
  const stop = pulse(() => sweeps.note('link-health', () => checker.sweep()), lookEveryMs, parts.log)
  return async () => {
    checker.end()
    await stop()
    await checker.idle()
  }
}
