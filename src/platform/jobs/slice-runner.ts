import { setTimeout as pause } from 'node:timers/promises'

/** Runs work that is divided into slices of one transaction each, so that other work of the database goes on. */
export class SliceRunner {
  private isStopped = false

  /**
   * Runs slices until one returns false, or until `stop`. Between two slices, the database has as long for other work as
   * a slice has taken.
   */
  async run(runSlice: () => Promise<boolean>): Promise<void> {
    while (!this.isStopped) {
      const startedMs = performance.now()
      if (!(await runSlice())) return
      await pause(performance.now() - startedMs)
    }
  }

  /** Ends `run` after the current slice, and each later one at once. */
  stop(): void {
    this.isStopped = true
  }
}
