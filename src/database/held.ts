import type { EntityManager, Orm } from './open.ts'

/**
 * A unit of work whose first transaction stays open until it is committed from outside, so that what is written after
 * an act commits with the act or not at all. It begins only when the act itself first writes: what the act does before,
 * such as hashing a password, holds no connection. Later transactions of the act are savepoints within it.
 */
export class HeldWork {
  readonly em: EntityManager
  #begun: Promise<void> | undefined
  readonly #afterwards: (() => void)[] = []

  constructor(orm: Orm) {
    const em = orm.em.fork()
    const { transactional, flush } = em
    em.transactional = (async (...given: Parameters<typeof transactional>) => {
      await this.#begin()
      return transactional.apply(em, given)
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
    for (const act of this.#afterwards) act()
  }

  /** Does it after the commit, and not at all when nothing is committed. */
  whenCommitted(act: () => void): void {
    this.#afterwards.push(act)
  }

  async rollback(): Promise<void> {
    if (this.em.isInTransaction()) await this.em.rollback()
  }

  #begin(): Promise<void> {
    this.#begun ??= this.em.begin()
    return this.#begun
  }
}
