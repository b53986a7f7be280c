import { type Clock, systemClock } from '../clock.ts'
import { within } from '../within.ts'
import type { Ledger } from './ledger.ts'
import { MemoryLedger } from './memory.ts'
import { RedisLedger } from './redis.ts'
import { type Log, SharedLedger } from './shared.ts'

/** How long the start waits for Redis. */
const patienceMs = 2_000

export interface LedgerOptions {
  /** Of Redis; without it this process counts by itself. */
  readonly url: string | undefined
  /** Makes the names of keys in Redis; the same on every node. */
  readonly key: Buffer
  readonly clock: Clock
  readonly log: Log
}

/** Opens the ledger of the service. A Redis that does not answer is no reason not to start. */
export async function openLedger({ url, key, clock, log }: LedgerOptions): Promise<Ledger> {
  const own = new MemoryLedger(clock)
  if (url === undefined) return own
  // The clocks of two nodes differ by a little, so Redis' own is asked; a clock that was handed in is obeyed.
  const redis = new RedisLedger({ url, key, clock: clock === systemClock ? undefined : clock })
  const shared = new SharedLedger(redis, own, log)
  await within(patienceMs, redis.connect()).catch((err: unknown) => shared.lose(err))
  return shared
}
