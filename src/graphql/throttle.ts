import { networkOf } from '../base/address.ts'
import { RateLimited } from '../base/failures.ts'
import type { Limits } from '../base/limits/limits.ts'
import type { Count, Rule } from '../base/limits/rule.ts'
import type { Context } from './context.ts'

/**
 * Limits on single acts beside the quota of the caller. They are charged where the act is done, so that a document full
 * of aliases is charged for each of them. With `RATE_LIMITS=off` nothing is charged.
 */
export class Throttle {
  readonly #limits: Limits

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** Charges all counts of an act, or none: throws `RateLimited` when one of them has no room. */
  async take(context: Context, counts: readonly Count[]): Promise<void> {
    if (!this.#limits.enforced) return
    const { meter } = context
    const verdict = await this.#limits.ledger.charge(counts, 1)
    meter.note(verdict)
    const refusal = verdict.admitted ? undefined : meter.refuse(verdict)
    if (refusal) throw new RateLimited(refusal.resetSeconds, refusal)
  }

  /** The same for an act of which the caller's network may do so many. */
  takeOfNetwork(context: Context, name: string, rule: Rule): Promise<void> {
    const network = networkOf(context.request.address)
    return this.take(context, [{ name, key: network, group: network, rule }])
  }

  /** Takes the charge of an act back: it turned out to be none. */
  async giveBack(context: Context, counts: readonly Count[]): Promise<void> {
    if (!this.#limits.enforced) return
    await this.#limits.ledger.giveBack(counts)
    context.meter.drop(counts.map(({ name }) => name))
  }

  /** Begins the counts anew. */
  async forget(context: Context, counts: readonly Count[]): Promise<void> {
    if (!this.#limits.enforced) return
    await this.#limits.ledger.forget(counts)
    context.meter.drop(counts.map(({ name }) => name))
  }
}
