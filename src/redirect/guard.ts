import type { FastifyInstance } from 'fastify'
import { networkOf } from '../base/address.ts'
import type { Clock } from '../base/clock.ts'
import { visitorLanguage } from '../server/language.ts'
import { show } from './answer.ts'
import { tooManyPage } from './pages/failed.ts'

/** Links one network may open in a minute: far more than a person does, too few to try codes one after the other. */
const perMinute = 300

const windowMs = 60_000

/** The networks remembered at most; to make room, the one whose minute began first is forgotten. */
const maxNetworks = 100_000

interface Minute {
  readonly endsAt: number
  visits: number
}

/**
 * Keeps one network from trying codes by the thousand. Counted in this process alone, for no visitor is to wait for
 * another machine (docs/decisions/rate-limits.md).
 */
export class VisitorGuard {
  readonly #minutes = new Map<string, Minute>()
  readonly #clock: Clock
  readonly #enforced: boolean

  constructor(clock: Clock, enforced: boolean) {
    this.#clock = clock
    this.#enforced = enforced
  }

  /** Counts a visit from an address, or says in how many seconds the next one is welcome. */
  refuses(address: string): { readonly waitSeconds: number } | null {
    if (!this.#enforced) return null
    const now = this.#clock.now().getTime()
    const minute = this.#minuteOf(networkOf(address), now)
    if (minute.visits >= perMinute) return { waitSeconds: Math.ceil((minute.endsAt - now) / 1000) }
    minute.visits++
    return null
  }

  #minuteOf(network: string, now: number): Minute {
    const known = this.#minutes.get(network)
    if (known && known.endsAt > now && known.endsAt <= now + windowMs) return known
    const begun = { endsAt: now + windowMs, visits: 0 }
    // All minutes are as long, so they stand in the order in which they end.
    this.#minutes.delete(network)
    this.#minutes.set(network, begun)
    const [oldest] = this.#minutes.keys()
    if (this.#minutes.size > maxNetworks && oldest !== undefined) this.#minutes.delete(oldest)
    return begun
  }
}

export function guardVisitors(scope: FastifyInstance, guard: VisitorGuard): void {
  scope.addHook('onRequest', async (request, reply) => {
    const refused = guard.refuses(request.context.request.address)
    if (refused) return show(reply, tooManyPage(visitorLanguage(request), refused.waitSeconds))
  })
}
