import type { EntityManager } from '../../../../platform/database/database.ts'
import { recordSuccesses, type SuccessfulAttempt } from './success.queries.ts'

interface Batch {
  readonly attempts: SuccessfulAttempt[]
  readonly recorded: Promise<ReadonlySet<string>>
}

/**
 * Records successful attempts in batches: attempts that end while a batch is written form the next batch. An idle
 * process records each attempt at once, and a busy process writes one statement for many attempts.
 */
export class SuccessRecorder {
  private writing: Promise<unknown> = Promise.resolve()
  private next: Batch | undefined

  constructor(private readonly fork: () => EntityManager) {}

  /** Resolves with whether the attempt was recorded. False when it has to be recorded on its own. Never rejects. */
  async add(attempt: SuccessfulAttempt): Promise<boolean> {
    this.next ??= this.createBatch()
    this.next.attempts.push(attempt)
    return (await this.next.recorded).has(attempt.id)
  }

  private createBatch(): Batch {
    const attempts: SuccessfulAttempt[] = []
    const recorded = this.writing.then(async () => {
      this.next = undefined
      // One by one, each error concerns its own attempt only.
      return recordSuccesses(this.fork(), attempts).catch(() => new Set<string>())
    })
    this.writing = recorded
    return { attempts, recorded }
  }
}
