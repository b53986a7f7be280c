import { IsolationLevel } from '@mikro-orm/postgresql'
import type { EntityManager } from '../../../../platform/database/database.ts'

/** Runs the statements of a report in one snapshot, so that its numbers fit together. */
export function inSnapshot<T>(em: EntityManager, read: (inner: EntityManager) => Promise<T>): Promise<T> {
  return em.transactional(read, { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true })
}
