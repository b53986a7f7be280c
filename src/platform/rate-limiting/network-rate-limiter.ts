import { toNetwork } from '../shared/ip-address.ts'
import { type Clock, minuteMs } from '../shared/time.ts'
import type { LimitStatus, RateLimitSwitch } from './rate-limit.ts'

const windowMs = minuteMs

/** Most networks in memory. Beyond it, the network with the oldest window is removed. */
const maxNetworks = 100_000

interface RequestWindow {
  readonly endsAt: number
  requests: number
}

/**
 * Limits the requests of one network to pages and files, per minute. They are counted in this process only, so that
 * visitors do not wait for another machine (docs/decisions/rate-limits.md).
 */
export class NetworkRateLimiter {
  private readonly windows = new Map<string, RequestWindow>()

  constructor(
    private readonly clock: Clock,
    private readonly settings: RateLimitSwitch,
    private readonly maxPerMinute: number,
  ) {}

  /** Counts a request from an address. If the limit is used up, returns its status. */
  consume(address: string): LimitStatus | null {
    if (!this.settings.isEnabled) return null
    const now = this.clock.now().getTime()
    const requestWindow = this.getWindow(toNetwork(address), now)
    if (requestWindow.requests < this.maxPerMinute) {
      requestWindow.requests++
      return null
    }
    const limit = this.maxPerMinute
    const resetSeconds = Math.ceil((requestWindow.endsAt - now) / 1000)
    return { name: 'network', limit, remaining: 0, resetSeconds, policy: `${limit};w=${windowMs / 1000}` }
  }

  private getWindow(network: string, now: number): RequestWindow {
    const current = this.windows.get(network)
    if (current && current.endsAt > now && current.endsAt <= now + windowMs) return current
    const created = { endsAt: now + windowMs, requests: 0 }
    // All windows are equally long, so the map is in the order of their ends.
    this.windows.delete(network)
    this.windows.set(network, created)
    const [oldest] = this.windows.keys()
    if (this.windows.size > maxNetworks && oldest !== undefined) this.windows.delete(oldest)
    return created
  }
}
