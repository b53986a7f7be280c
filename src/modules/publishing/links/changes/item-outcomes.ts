/** An input of a write, with its position among all of them. */
export interface Item<T> {
  readonly index: number
  readonly input: T
}

/** The outcomes of the items of a write. This write has one item, whose failure is the error of the operation. */
export class ItemOutcomes {
  /** Runs a step for each item that has not failed. Returns the values of the items for which the step succeeds. */
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

  /** Throws the error, unless it is the failure of one item of several. */
  fail(_index: number, error: unknown): void {
    throw error
  }

  hasFailed(_index: number): boolean {
    return false
  }
}
