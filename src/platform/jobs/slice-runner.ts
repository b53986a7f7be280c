import { setTimeout as pause } from 'node:timers/promises'

/** Runs work that is divided into slices of one transaction each, so that other work of the database goes on. */
export class SliceRunner {
  private wasStopped = false

  get isStopped(): boolean {
    return this.wasStopped
  }

  /**
   * Runs slices until one returns false, or until `stop`. Between two slices, the database has as long for other work as
   * a slice has taken.
   */
  async run(runSlice: () => Promise<boolean>): Promise<void> {
    while (!this.wasStopped) {
      const startedMs = performance.now()
      if (!(await runSlice())) return
      await pause(performance.now() - startedMs)
    }
  }

  /** Ends `run` after the current slice, and each later one at once. */
  stop(): void {
    this.wasStopped = true
  }
}
