import type { EntityManager } from './database.ts'

/**
 * What goes on in the background all the time is nobody's request, so its statements are not told. Made anew each time,
 * because a nested transaction notes the outer one in its options.
 */
export function withoutQueryLog() {
  return { loggerContext: { enabled: false } }
}

/** Runs a statement that is told to nobody. */
export function executeUnlogged<T extends object>(
  em: EntityManager,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  return em.execute<T[]>(sql, values, 'all', withoutQueryLog().loggerContext)
}

/** The text form of an array; the driver's own way of writing one takes four times as long. */
export function toArrayLiteral(elements: readonly string[]): string {
  return `{${elements.join(',')}}`
}

/** A text as an element of an array's text form. */
export function quoteArrayElement(value: string | null): string {
  if (value === null) return 'NULL'
  return /["\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`
}
