import type { FastifyInstance } from 'fastify'
import { toNetwork } from '../../platform/shared/ip-address.ts'
import { type Clock, minuteMs } from '../../platform/shared/time.ts'
import { requestLanguage } from '../../platform/web/language.ts'
import { sendPage } from '../../platform/web/page.ts'
import { tooManyPage } from './pages/notice-pages.ts'

/** Visits of one network per window: far more than a person makes, and too few to guess codes. */
const maxVisitsPerWindow = 300

const windowMs = minuteMs

/** Most networks in memory. Beyond it, the network with the oldest window is removed. */
const maxNetworks = 100_000

interface VisitWindow {
  readonly endsAt: number
  visits: number
}

/**
 * Prevents one network from guessing codes. Visits are counted in this process only, so that redirects do not wait for
 * another machine (docs/decisions/rate-limits.md).
 */
export class VisitorRateLimiter {
  private readonly windows = new Map<string, VisitWindow>()

  constructor(
    private readonly clock: Clock,
    private readonly isEnforced: boolean,
  ) {}

  /** Counts a visit from an address. If the limit is used up, returns how long to wait. */
  consume(address: string): { readonly waitSeconds: number } | null {
    if (!this.isEnforced) return null
    const now = this.clock.now().getTime()
    const visitWindow = this.getWindow(toNetwork(address), now)
    if (visitWindow.visits >= maxVisitsPerWindow) return { waitSeconds: Math.ceil((visitWindow.endsAt - now) / 1000) }
    visitWindow.visits++
    return null
  }

  private getWindow(network: string, now: number): VisitWindow {
    const current = this.windows.get(network)
    if (current && current.endsAt > now && current.endsAt <= now + windowMs) return current
    const created = { endsAt: now + windowMs, visits: 0 }
    // All windows are equally long, so the map is in the order of their ends.
    this.windows.delete(network)
    this.windows.set(network, created)
    const [oldest] = this.windows.keys()
    if (this.windows.size > maxNetworks && oldest !== undefined) this.windows.delete(oldest)
    return created
  }
}

export function registerVisitorRateLimit(scope: FastifyInstance, rateLimiter: VisitorRateLimiter): void {
  scope.addHook('onRequest', async (request, reply) => {
    const rateLimited = rateLimiter.consume(request.context.request.address)
    if (rateLimited) return sendPage(reply, tooManyPage(requestLanguage(request), rateLimited.waitSeconds))
  })
}
