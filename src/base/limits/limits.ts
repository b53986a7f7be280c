import type { Ledger } from './ledger.ts'

/** The ledger of this process, and whether what it refuses is refused (`RATE_LIMITS`). */
export class Limits {
  readonly ledger: Ledger
  readonly enforced: boolean

  constructor(ledger: Ledger, enforced: boolean) {
    this.ledger = ledger
    this.enforced = enforced
  }
}
