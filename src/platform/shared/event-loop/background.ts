import { inspect } from 'node:util'
import type { Logger } from '../logger.ts'
import { counter, type Metric } from '../metrics/metric.ts'

/** Lets work go on without waiting for its end. A failure is logged with the name of the work. */
export function inBackground(work: Promise<unknown>, name: string, log: Pick<Logger, 'error'>): void {
  work.catch((err: unknown) => log.error({ err }, `${name} failed`))
}

/**
 * The last line of defence against a promise that nobody awaits: its rejection is logged with its stack and counted, and the
 * process goes on. Node would end it.
 */
export class UnhandledRejections {
  private count = 0

  constructor(private readonly log: Pick<Logger, 'error'>) {}

  /** To be called once for each process. */
  listen(): void {
    process.on('unhandledRejection', (reason) => {
      this.count++
      const err = reason instanceof Error ? reason : new Error(`The reason is no error: ${inspect(reason)}`)
      this.log.error({ err }, 'a promise was rejected that nobody awaits: report this as a fault of Tack')
    })
  }

  metrics(): Metric[] {
    const help = 'Rejected promises that nobody awaited. Each is a fault of the service, and in the log.'
    return [counter('tack_unhandled_rejections_total', help, this.count)]
  }
}
