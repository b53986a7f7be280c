import { shareWhilePending } from '../memoize.ts'
import { secondMs, withTimeout } from '../time.ts'
import { gauge, type Metric, samplesBy } from './metric.ts'

/** How long an answer of `/metrics` waits for one reading. */
const waitMs = 50

/**
 * Metrics that have to be read elsewhere, such as in the database. While that does not answer, the metrics are those of the last
 * successful reading, and `tack_reading_age_seconds` says how old they are.
 */
export class LastReading {
  private metrics: readonly Metric[] = []
  private readAtMs = performance.now()
  private readonly refresh: () => Promise<void>

  constructor(
    private readonly name: string,
    read: () => Promise<readonly Metric[]>,
  ) {
    // One at a time: a reading that hangs must not be followed by another one at each scrape.
    this.refresh = shareWhilePending(async () => {
      const startedAtMs = performance.now()
      this.metrics = await read()
      this.readAtMs = startedAtMs
    })
  }

  /** Never rejects, and takes 50 ms at most. */
  async read(): Promise<Metric[]> {
    await withTimeout(waitMs, this.refresh()).catch(() => undefined)
    const age = (performance.now() - this.readAtMs) / secondMs
    return [...this.metrics, gauge('tack_reading_age_seconds', help, samplesBy('reading', { [this.name]: age }))]
  }
}

const help =
  'How old the values are that were read elsewhere, such as in the database; since the start when they were never read.'
