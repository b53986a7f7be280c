import type { EntityManager } from './open.ts'

/**
 * What goes on in the background all the time is nobody's request, so its statements are not told. Made anew each time,
 * because a nested transaction notes the outer one in its options.
 */
export function quietly() {
  return { loggerContext: { enabled: false } }
}

/** Runs a statement that is told to nobody. */
export function run<T extends object>(em: EntityManager, sql: string, values: unknown[] = []): Promise<T[]> {
  return em.execute<T[]>(sql, values, 'all', quietly().loggerContext)
}
