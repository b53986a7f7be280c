import { latest, type Standing, type Verdict } from './rule.ts'

/** How one request stands with all the limits it met, for the headers of its answer. */
export class Meter {
  readonly #standings = new Map<string, Standing>()
  #refusal: Standing | undefined
  /** Whether the request has been charged to the quota of its caller, or refused by it. */
  isCharged = false

  note({ standings }: Pick<Verdict, 'standings'>): void {
    for (const standing of standings) this.#standings.set(standing.name, standing)
  }

  /** Notes a refusal, and answers with the one that decides when the caller can go on: another limit may be used up too. */
  refuse({ refusal }: Verdict): Standing | undefined {
    const exhausted = [...this.#standings.values()].filter(({ remaining }) => remaining === 0)
    this.#refusal = latest([...(refusal ? [refusal] : []), ...exhausted])
    return this.#refusal
  }

  /** What turned out to be no charge is not told of. */
  drop(names: readonly string[]): void {
    for (const name of names) this.#standings.delete(name)
  }

  /** The refusal, or else the limit with the fewest left: of two with as few, the one that has room again later. */
  get tightest(): Standing | undefined {
    const all = [...this.#standings.values()]
    return this.#refusal ?? latest(all.filter(({ remaining }) => all.every((other) => remaining <= other.remaining)))
  }

  /** Every limit that was met, as `RateLimit-Policy` lists them. */
  get policies(): string {
    return [...new Set([...this.#standings.values()].map(({ policy }) => policy))].join(', ')
  }
}
