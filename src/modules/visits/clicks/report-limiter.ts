import type { RequestContext } from '../../../platform/graphql/request-context.ts'
import { ConcurrencyLimiter } from '../../../platform/shared/event-loop/concurrency-limiter.ts'

/** How many reports may wait. Further reports answer 503. */
const maxQueued = 200

/**
 * Limits how many reports run at once, so that they leave connections to everybody else. The embedded database runs one
 * statement at a time. There, a click waits for one report at most, and not for all reports that were requested before.
 * Callers have equal shares.
 */
export class ReportLimiter {
  private readonly limiter: ConcurrencyLimiter

  constructor({ isEmbedded }: { readonly isEmbedded: boolean }) {
    this.limiter = new ConcurrencyLimiter({ maxConcurrent: isEmbedded ? 1 : 6, maxQueued })
  }

  /** Runs the report, unless its operation has ended meanwhile. Throws `Unavailable` when too many wait. */
  run<T>(caller: string, { deadline }: Pick<RequestContext, 'deadline'>, report: () => Promise<T>): Promise<T> {
    return this.limiter.run(caller, async () => {
      deadline.signal.throwIfAborted()
      return report()
    })
  }
}
