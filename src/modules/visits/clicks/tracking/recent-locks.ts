/** How long links are expected to stay locked after a statement has found a locked link. */
const memoryMs = 2_000

/**
 * Remembers that a link was locked a moment ago. The next statement then leaves locked links out at once. Otherwise, in
 * each batch with a visitor of the locked link, all other visitors would wait for the timeout of the lock.
 */
export class RecentLocks {
  private until = 0

  get areExpected(): boolean {
    return performance.now() < this.until
  }

  /** Call it when a statement has left out a locked link. */
  note(): void {
    this.until = performance.now() + memoryMs
  }
}
