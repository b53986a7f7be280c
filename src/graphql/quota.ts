import { networkOf } from '../base/address.ts'
import { RateLimited } from '../base/failures.ts'
import type { Limits } from '../base/limits/limits.ts'
import { Meter } from '../base/limits/meter.ts'
import type { Count, Rule, Standing, Verdict } from '../base/limits/rule.ts'
import type { Context } from './context.ts'

type Asker = Pick<Context, 'caller' | 'request' | 'meter'>

/** The quota every caller has in each of several windows (decisions, part 15). */
export class Quota {
  readonly #limits: Limits
  readonly #windows: readonly { readonly name: string; readonly rule: Rule }[]

  constructor(limits: Limits, { perMinute, perHour }: { readonly perMinute: number; readonly perHour: number }) {
    this.#limits = limits
    this.#windows = [
      { name: 'hour', rule: { limit: perHour, seconds: 3600 } },
      { name: 'minute', rule: { limit: perMinute, seconds: 60 } },
    ]
  }

  /** The most that can ever be charged at once; without end while nothing is refused. */
  get most(): number {
    return this.#limits.enforced ? Math.min(...this.#windows.map(({ rule }) => rule.limit)) : Number.POSITIVE_INFINITY
  }

  /** Charges the caller for so many calls. Throws `RateLimited`, and charges nothing, when fewer are left. */
  async take(asker: Asker, calls = 1): Promise<void> {
    asker.meter.isCharged = true
    this.#judge(asker, await this.#limits.ledger.charge(this.#countsOf(keyOf(asker)), calls))
  }

  /** Throws `RateLimited` when not one call is left. Charges nothing: what the request costs shows later. */
  async look(asker: Asker): Promise<void> {
    this.#judge(asker, await this.#limits.ledger.look(this.#countsOf(keyOf(asker)), 1))
  }

  /** Charges one call for an answer that nothing was charged for, and refuses nothing any more. */
  async settle({ meter, ...asker }: Asker): Promise<void> {
    if (meter.isCharged) return
    meter.isCharged = true
    meter.note(await this.#limits.ledger.charge(this.#countsOf(keyOf(asker)), 1))
  }

  /** How an address stands whose request did not get so far as to have a caller. */
  async meterOf(address: string): Promise<Meter> {
    const meter = new Meter()
    meter.note(await this.#limits.ledger.look(this.#countsOf(networkOf(address)), 1))
    return meter
  }

  /** How an account stands in the hour; undefined while nothing is refused. Charges nothing. */
  async hourOf(accountId: string): Promise<Standing | undefined> {
    if (!this.#limits.enforced) return undefined
    const { standings } = await this.#limits.ledger.look(this.#countsOf(accountId), 1)
    return standings.find(({ name }) => name === 'hour')
  }

  #judge({ meter }: Asker, verdict: Verdict): void {
    meter.note(verdict)
    if (verdict.admitted || !this.#limits.enforced) return
    meter.isCharged = true
    const refusal = meter.refuse(verdict)
    if (refusal) throw new RateLimited(refusal.resetSeconds, refusal)
  }

  #countsOf(key: string): Count[] {
    return this.#windows.map(({ name, rule }) => ({ name, rule, key, group: key }))
  }
}

/** All credentials of one account share its quota; callers without one are known by their network. */
export function keyOf({ caller, request }: Pick<Asker, 'caller' | 'request'>): string {
  return caller.kind === 'account' ? caller.accountId : networkOf(request.address)
}
