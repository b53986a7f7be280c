import DataLoader from 'dataloader'
import type { NativeClient } from '../../../platform/database/native-client.ts'
import { inBackground } from '../../../platform/shared/event-loop/background.ts'
import type { Logger } from '../../../platform/shared/logger.ts'
import { withTimeout } from '../../../platform/shared/time.ts'
import { type ActivePixel, readActivePixels } from './link-pixel.queries.ts'

/**
 * How long a visitor waits for a server. Then the visit continues without pixels. The embedded database needs no limit:
 * it is always available, and has just recorded the click.
 */
const readTimeoutMs = 100

/** The most links in one statement. */
const readBatchSize = 100

/**
 * Reads the pixels of links for visitors. One statement reads the links of one event-loop turn. A statement begins when
 * the statement before has ended, because pixels must not take the connections that clicks need while the database is
 * slow.
 */
export class ActivePixelReader {
  private readonly loader: DataLoader<string, ActivePixel[]>
  private lastRead: Promise<unknown> = Promise.resolve()

  constructor(
    client: NativeClient,
    private readonly log: Pick<Logger, 'warn' | 'error'>,
    private readonly isEmbedded = false,
  ) {
    const options = { cache: false, maxBatchSize: readBatchSize }
    this.loader = new DataLoader((linkIds) => this.readBatch(client, linkIds), {
      ...options,
      batchScheduleFn: (read) =>
        inBackground(
          this.lastRead.then(() => setImmediate(read)),
          'the reading of pixels',
          log,
        ),
    })
  }

  /** The active pixels of a link in their order; empty when the database does not answer. Never throws. */
  async read(linkId: string): Promise<readonly ActivePixel[]> {
    try {
      const reading = this.loader.load(linkId)
      return await (this.isEmbedded ? reading : withTimeout(readTimeoutMs, reading))
    } catch (err) {
      this.log.warn({ err }, 'pixels were not read; the visit goes on without them')
      return []
    }
  }

  private readBatch(client: NativeClient, linkIds: readonly string[]): Promise<ActivePixel[][]> {
    const reading = readActivePixels(client, linkIds)
    this.lastRead = reading.catch(() => undefined)
    return reading
  }
}
