/** Places of the process, such as webhook attempts, and how many of them each caller has. */
export class SharedPlaces {
  private readonly ownTakenBy = new Map<string, number>()
  private takenCount = 0

  /**
   * A caller takes a place only while more than `freePerTaken` places are free for each one that it has. With 7, one caller
   * gets an eighth of the places, the next one an eighth of the others, and another one finds a place at once until dozens
   * of callers have taken theirs. That is for tasks that may take seconds; with 0, a caller may take all places.
   */
  constructor(
    private readonly max: number,
    private readonly freePerTaken: number,
  ) {}

  /**
   * Takes a place for a caller. Returns false when it has its share, or all places are taken. A path such as account and
   * workspace has a share at each level: what an account may still have is shared by its workspaces.
   */
  tryTake(...path: readonly string[]): boolean {
    const ownCount = path.reduce((sum, key) => sum + this.takenBy(key), 0)
    if (ownCount * this.freePerTaken >= this.max - this.takenCount) return false
    this.add(path, 1)
    return true
  }

  release(...path: readonly string[]): void {
    this.add(path, -1)
  }

  takenBy(key: string): number {
    return this.ownTakenBy.get(key) ?? 0
  }

  private add(path: readonly string[], change: 1 | -1): void {
    this.takenCount += change
    for (const key of path) {
      const count = this.takenBy(key) + change
      if (count > 0) this.ownTakenBy.set(key, count)
      else this.ownTakenBy.delete(key)
    }
  }
}
