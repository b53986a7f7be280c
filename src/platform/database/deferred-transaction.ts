import type { EntityManager, Orm } from './database.ts'

/**
 * An EntityManager whose first transaction stays open until `commit`, so that what is written after an act commits with
 * the act or not at all. It begins with the first write of the act, because what comes before, such as hashing a
 * password, must not hold a connection. The first transaction of the act is this one, and later ones are savepoints
 * within it. When the first one fails, nothing else has been written: this one is rolled back, and the next begins again.
 * MikroORM has no setting for this, so `transactional` and `flush` are wrapped: `em.begin()` begins at once, the
 * propagation options of `transactional` choose only between transactions that have already begun, and an event
 * subscriber is called when the kind of transaction has been chosen.
 */
export class DeferredTransaction {
  readonly em: EntityManager
  private begun: Promise<void> | undefined
  private hasWritten = false
  private readonly commitCallbacks: (() => void)[] = []

  /** Aborting the signal cancels the statements of the act. */
  constructor(orm: Orm, signal?: AbortSignal) {
    const em = orm.em.fork(signal && { signal })
    const { transactional, flush } = em
    em.transactional = (async (...parameters: Parameters<typeof transactional>) => {
      const isFirst = !this.hasWritten
      await this.begin()
      return isFirst ? this.runFirst(parameters[0]) : transactional.apply(em, parameters)
    }) as typeof transactional
    em.flush = async () => {
      await this.begin()
      return flush.call(em)
    }
    this.em = em
  }

  /** Commits the transaction if the act began one, then runs the callbacks. */
  async commit(): Promise<void> {
    if (this.em.isInTransaction()) await this.em.commit()
    for (const callback of this.commitCallbacks) callback()
  }

  /** Runs the callback after the commit; never after a rollback. */
  onCommit(callback: () => void): void {
    this.commitCallbacks.push(callback)
  }

  async rollback(): Promise<void> {
    if (this.em.isInTransaction()) await this.em.rollback()
  }

  private begin(): Promise<void> {
    this.hasWritten = true
    this.begun ??= this.em.begin()
    return this.begun
  }

  private async runFirst(act: (em: EntityManager) => unknown): Promise<unknown> {
    try {
      const result = await act(this.em)
      await this.em.flush()
      return result
    } catch (error) {
      await this.rollback()
      this.begun = undefined
      this.hasWritten = false
      throw error
    }
  }
}
