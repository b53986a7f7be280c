import { setTimeout as pause } from 'node:timers/promises'
import { isLockTimeout } from './database.errors.ts'
import type { EntityManager } from './database.ts'
import { statementTimeoutSql } from './silence-detector.ts'

/**
 * Options that keep a statement out of the query log, for background work that belongs to no request. A new object each
 * time, because a nested transaction stores the outer one in its options.
 */
export function withoutQueryLog() {
  return { loggerContext: { enabled: false } }
}

/** Runs a statement without logging it. */
export function executeUnlogged<T extends object>(
  em: EntityManager,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  return em.execute<T[]>(sql, values, 'all', withoutQueryLog().loggerContext)
}

/** A statement that waits for a lock holds up all that come after it, such as visitors of links, so it soon gives up. */
export const lockTimeoutMs = 100
/** Then what waited behind it is served, before the next attempt. */
const retryPauseMs = 500

/** Tries for as long as others hold a lock. `onWait` gets the number of failed attempts, and throws to end them. */
export async function retryLocks<T>(attempt: () => Promise<T>, onWait?: (attempts: number) => void): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      onWait?.(attempts)
      await pause(retryPauseMs)
    }
  }
}

/** Like `retryLocks`, in a transaction for each attempt, whose statements have no other time limit. */
export function retryLocksInTransaction(
  em: EntityManager,
  act: (inner: EntityManager) => Promise<void>,
  onWait?: (attempts: number) => void,
): Promise<void> {
  const attempt = async (inner: EntityManager) => {
    await executeUnlogged(
      inner,
      `select set_config('lock_timeout', '${lockTimeoutMs}', true), ${statementTimeoutSql(0)}`,
    )
    await act(inner)
  }
  return retryLocks(() => em.transactional(attempt, withoutQueryLog()), onWait)
}

/** An array as PostgreSQL text; the serialisation of the driver takes four times as long. */
export function toArrayLiteral(elements: readonly string[]): string {
  return `{${elements.join(',')}}`
}

/** A text as an element of a PostgreSQL array literal. */
export function quoteArrayElement(value: string | null): string {
  if (value === null) return 'NULL'
  return /["\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : `"${value}"`
}

/** Finds texts that contain this one, ignoring case. A percent sign or an underscore stands for itself. */
export function containsText(text: string): { readonly $ilike: string } {
  return { $ilike: `%${text.replace(/[\\%_]/g, '\\$&')}%` }
}
