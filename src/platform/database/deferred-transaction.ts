import type { EntityManager, Orm } from './database.ts'

/**
 * A unit of work whose first transaction stays open until it is committed from outside, so that what is written after
 * an act commits with the act or not at all. It begins only when the act itself first writes: what the act does before,
 * such as hashing a password, holds no connection. Later transactions of the act are savepoints within it.
 */
export class DeferredTransaction {
  readonly em: EntityManager
  #started: Promise<void> | undefined
  readonly #commitCallbacks: (() => void)[] = []

  constructor(orm: Orm) {
    const em = orm.em.fork()
    const { transactional, flush } = em
    em.transactional = (async (...parameters: Parameters<typeof transactional>) => {
      await this.#begin()
      return transactional.apply(em, parameters)
    }) as typeof transactional
    em.flush = async () => {
      await this.#begin()
      return flush.call(em)
    }
    this.em = em
  }

  /** Commits what was begun; nothing was, where the act wrote by other means or not at all. */
  async commit(): Promise<void> {
    if (this.em.isInTransaction()) await this.em.commit()
    for (const callback of this.#commitCallbacks) callback()
  }

  /** Does it after the commit, and not at all when nothing is committed. */
  onCommit(callback: () => void): void {
    this.#commitCallbacks.push(callback)
  }

  async rollback(): Promise<void> {
    if (this.em.isInTransaction()) await this.em.rollback()
  }

  #begin(): Promise<void> {
    this.#started ??= this.em.begin()
    return this.#started
  }
}
