/** The log of the service. `details` are fields of the line, such as `err`; `message` says what happened. */
export interface Logger {
  info(message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

/** A state of the service that lasts, such as an outage: one line in the log when it begins, and one with its duration when it ends. */
export class OngoingState {
  private sinceMs: number | undefined

  constructor(
    private readonly log: Pick<Logger, 'info'>,
    /** What the line at the end says, such as `the database answers again`. */
    private readonly ended: string,
  ) {}

  get isOngoing(): boolean {
    return this.sinceMs !== undefined
  }

  /** Calls `writeLine` unless the state has begun before. */
  begin(writeLine: () => void): void {
    if (this.sinceMs !== undefined) return
    this.sinceMs = performance.now()
    writeLine()
  }

  /** Returns whether the state has ended now. */
  end(details: object = {}): boolean {
    if (this.sinceMs === undefined) return false
    const seconds = Math.round((performance.now() - this.sinceMs) / 100) / 10
    this.sinceMs = undefined
    this.log.info({ ...details, seconds }, this.ended)
    return true
  }
}
