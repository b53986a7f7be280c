/** An input of a write, with its position among all of them. */
export interface Item<T> {
  readonly index: number
  readonly input: T
}

/** What becomes of the items of a write. */
export class ItemOutcomes {
  private readonly failed = new Set<number>()

  /** `onFailure` gets the error of an item. It throws what ends the whole write. */
  constructor(private readonly onFailure: (error: unknown, index: number) => void) {}

  /** Runs a step for each item. Returns the values of the items for which the step succeeds. */
  async each<T extends { readonly index: number }, R>(
    items: readonly T[],
    step: (item: T) => R | Promise<R>,
  ): Promise<R[]> {
    const values: R[] = []
    for (const item of items) {
      try {
        values.push(await step(item))
      } catch (error) {
        this.fail(item.index, error)
      }
    }
    return values
  }

  fail(index: number, error: unknown): void {
    this.onFailure(error, index)
    this.failed.add(index)
  }

  hasFailed(index: number): boolean {
    return this.failed.has(index)
  }
}
