import type { Count, Verdict } from './rule.ts'

/** Where it is written down how often a thing has happened. A decision is all or nothing, however many ask at once. */
export interface Ledger {
  /** Charges `cost` to every count, or to none when one of them has no room for it. */
  charge(counts: readonly Count[], cost: number): Promise<Verdict>
  /** What `charge` would say, without a charge. */
  look(counts: readonly Count[], cost: number): Promise<Verdict>
  /** Takes one charge off each count: it turned out to be none. */
  giveBack(counts: readonly Count[]): Promise<void>
  /** Begins the counts anew. */
  forget(counts: readonly Count[]): Promise<void>
  close(): Promise<void>
}
